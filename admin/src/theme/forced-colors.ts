const FORCED = matchMedia('(forced-colors: active)');

/** Loads the styles for forced colours when the mode is active or becomes active. */
export function watchForcedColors(): void {
  const fetchStyles = () => void (FORCED.matches && import('./forced-colors.css'));
  FORCED.addEventListener('change', fetchStyles);
  fetchStyles();
}
