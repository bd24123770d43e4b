import './logo.css';

const LINE = { fill: 'none', strokeWidth: 2.5, strokeLinecap: 'round' as const };

/** The logo mark. @param size in px */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false" className="sg-fixed">
      <rect width="32" height="32" rx="8" className="sg-logo-back" />
      <circle cx="11" cy="11" r="4.25" {...LINE} stroke="#fff" strokeOpacity=".45" />
      <circle cx="21" cy="11" r="5.5" fill="#fff" />
      <circle cx="11" cy="21" r="5.5" fill="#fff" />
      <path d="M21 16.75a4.25 4.25 0 1 1-4.25 4.25" {...LINE} stroke="#b9aef5" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="sg-inline sg-gap-12">
      <Mark />
      <span className="sg-logo-name">Skilgrid</span>
    </span>
  );
}
