import type { AbstractNode, IconDefinition } from '@ant-design/icons-svg/es/types';
import './icon.css';

/**
 * An icon of antd's family without antd's own component, which brings its colour and style machinery to the sign-in page.
 * Decoration: whatever it says stands beside it, or is its button's name. `of`: from `@ant-design/icons-svg/es/asn/…`.
 */
export function Icon({ of, className = '' }: { of: IconDefinition; className?: string }) {
  // Two-toned ones are functions of their colours; we have none.
  const { attrs, children = [] } = of.icon as AbstractNode;
  return (
    <svg
      className={`sg-fixed sg-icon ${className}`}
      viewBox={attrs.viewBox}
      width="1em"
      height="1em"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      {children.map(({ attrs: { d } }) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
