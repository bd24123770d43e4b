const FORCED = matchMedia('(forced-colors: active)');

/** Fetches the styles for the system's own colours, where these are in force or come into force; nobody else has them sent. */
export function watchForcedColors(): void {
  const fetchStyles = () => void (FORCED.matches && import('./forced-colors.css'));
  FORCED.addEventListener('change', fetchStyles);
  fetchStyles();
}
