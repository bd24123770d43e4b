import { useMode } from '@/theme/layout-options';
import { cssTokens, type Mode } from '@/theme/tokens';
import type { CustomizerOption } from './options';

/** Parts of the preview window of 96 × 60 units. */
interface PreviewParts {
  /** Width of the sidebar; 0: hidden. */
  side?: number;
  sideX?: number;
  sideY?: number;
  column?: boolean;
  bar?: boolean;
  /** Start and width of the topbar. */
  top?: readonly [number, number];
  page?: readonly [number, number];
  round?: number;
  /** Colours of the topbar. */
  card?: { fill?: string; stroke?: string };
  scrolled?: boolean;
  hover?: boolean;
}

const DEEP = '#211a45';
const PREVIEW_PARTS: Readonly<Record<string, PreviewParts>> = {
  'layout horizontal': { side: 0, bar: true },
  'layout twocolumn': { side: 30, column: true },
  'layout semibox': { side: 18, sideX: 4, sideY: 4, round: 3, top: [26, 66], page: [30, 58] },
  'sidebar_visibility hidden': { side: 0 },
  'layout_width boxed': { side: 18, sideX: 14, top: [32, 50], page: [36, 42] },
  'layout_position scrollable': { scrolled: true },
  'topbar light': { card: { stroke: 'var(--sg-line-strong)' } },
  'topbar dark': { card: { fill: DEEP } },
  'sidebar_size md': { side: 19 },
  'sidebar_size sm': { side: 9 },
  'sidebar_size sm-hover': { side: 9, hover: true },
  'sidebar_view detached': { side: 20, sideX: 4, sideY: 4, round: 3 },
};

const PALE = '#8d82c4';
const LINE = { fill: 'none', stroke: PALE, strokeWidth: 2.5 };
const CARD = { fill: 'var(--sg-surface)', stroke: 'var(--sg-line)' };
const SIGN = { fill: 'none', stroke: 'var(--sg-link)', strokeWidth: 2.5, strokeLinecap: 'round' as const };

/** Preview of a choice; its label is below. */
export function OptionPreview({ option, choice }: { option: CustomizerOption['name']; choice: string }) {
  if (option === 'sidebar_color') return <Swatch color={choice} />;
  if (option === 'sidebar_image') return <Swatch image={choice} />;
  return <WindowPreview option={option} choice={choice} />;
}

/** The sidebar's real colours and images: its attributes also work on this element. */
function Swatch({ color, image }: { color?: string; image?: string }) {
  const mode = useMode();
  const attributes = color ? { 'data-sidebar': color, 'data-layout-mode': mode } : { 'data-sidebar-image': image };
  return (
    <svg viewBox="0 0 96 60" className="cz-picture cz-swatch sg-whole sg-mirror" aria-hidden="true" {...attributes}>
      {color && <path d="M10 12h42" {...LINE} stroke="var(--sg-side-strong)" />}
      {color && <path d="M10 23h42m-42 11h42" {...LINE} stroke="var(--sg-side-text)" />}
      {image && image !== 'none' && <rect className="cz-drawing" width="96" height="60" fill="var(--sg-side-strong)" />}
    </svg>
  );
}

function WindowPreview({ option, choice }: { option: CustomizerOption['name']; choice: string }) {
  const parts = PREVIEW_PARTS[`${option} ${choice}`] ?? {};
  const { side = 24, sideX = 0, sideY = 0, round = 0 } = parts;
  const contentStart = side ? sideX + side : 0;
  const [topX, topWidth] = parts.top ?? [contentStart, 96 - contentStart];
  const [pageX, pageWidth] = parts.page ?? [contentStart + 6, 84 - contentStart];
  const isCard = sideY > 0 && parts.top !== undefined;
  const barOffset = parts.bar ? 9 : 0;
  return (
    <svg
      viewBox="0 0 96 60"
      className="cz-picture sg-whole sg-mirror"
      // Shows the scheme of the choice, whichever is active.
      style={option === 'layout_mode' ? cssTokens(choice as Mode) : undefined}
      aria-hidden="true"
      focusable="false"
    >
      <rect width="96" height="60" fill="var(--sg-page)" />
      <g transform={parts.scrolled ? 'translate(0 -14)' : undefined}>
        <rect x={topX} y={isCard ? 4 : 0} width={topWidth} height="10" rx={isCard ? 3 : 0} {...CARD} {...parts.card} />
        {parts.bar && <rect y="10" width="96" height="9" fill={DEEP} />}
        {parts.bar && <path d="M6 14.5h10m5 0h12m5 0h9m5 0h12m5 0h8" {...LINE} />}
        {side > 0 && <rect x={sideX} y={sideY} width={side} height={60 - 2 * sideY} rx={round} fill={DEEP} />}
        {parts.column && <path d="M10.5 0v60" stroke={PALE} strokeOpacity=".6" />}
        {side > 0 && (
          <MenuLines x={sideX + (parts.column ? 15 : 4)} width={parts.column ? 11 : side - 8} y={sideY + 8} />
        )}
        {parts.column && <path d="M4 9h2m-2 9h2m-2 9h2" {...LINE} />}
      </g>
      <rect x={pageX} y={17 + barOffset} width={pageWidth} height="8" rx="2" {...CARD} />
      <rect x={pageX} y={29 + barOffset} width={pageWidth} height={25 - barOffset} rx="2" {...CARD} />
      {parts.hover && (
        <>
          <rect x="9" width="19" height="60" fill={DEEP} opacity=".45" />
          <path d="m20 34 0 14 4-3 2.5 5 2.5-1.2-2.5-5h5z" fill="var(--sg-text)" stroke="var(--sg-surface)" />
        </>
      )}
      {parts.scrolled && <path d="M88 50V30m-4 4 4-4 4 4" {...SIGN} />}
      {option === 'data_preloader' && choice === 'enable' && (
        <>
          <rect width="96" height="60" fill="var(--sg-page)" />
          <circle cx="48" cy="30" r="9" {...SIGN} stroke="var(--sg-line)" />
          <path d="M48 21a9 9 0 0 1 9 9" {...SIGN} />
        </>
      )}
    </svg>
  );
}

function MenuLines({ x, y, width }: { x: number; y: number; width: number }) {
  return (
    <path d={[0, 9, 18, 27].map((offset) => `M${x} ${y + 1 + offset}h${Math.max(1, width)}`).join('')} {...LINE} />
  );
}
