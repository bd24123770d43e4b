import type { AbstractNode, IconDefinition } from '@ant-design/icons-svg/es/types';
import './icon.css';

/**
 * A decorative antd icon, without antd's component and its style code, for the sign-in page.
 * @param icon from `@ant-design/icons-svg/es/asn/…`
 */
export function Icon({ icon, className = '' }: { icon: IconDefinition; className?: string }) {
  // Two-tone icons are functions; none is used.
  const { attrs, children = [] } = icon.icon as AbstractNode;
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
