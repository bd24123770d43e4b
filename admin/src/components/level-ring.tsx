import { useCellContext } from '@/crud/crud-context';
import { CELL_LOOK, type CellStatus } from './status';
import './kit.css';

const MAX_LEVEL = 4;
const RADIUS = 12;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
const RING_PROPS = { cx: 16, cy: 16, r: RADIUS, fill: 'none', strokeWidth: 3.5 };
const TEXT_PROPS = { dominantBaseline: 'central', textAnchor: 'middle' } as const;

/**
 * A level as a ring: quarters filled, the number inside, the target as a tick, the status as colour and glyph. `level`
 * null is unknown (0 is a level). For single rings; the matrix paints its own.
 */
export function LevelRing(props: {
  level: number | null;
  target?: number | null;
  status?: CellStatus;
  /** Size in pixels. */
  size?: number;
  label?: string;
}) {
  const { level, target = null, status = 'NONE', size = 28 } = props;
  const { t } = useCellContext();
  // Without a status only the level is shown, in the brand colour.
  const look = status === 'NONE' ? { tone: 'info', glyph: '' } : CELL_LOOK[status];
  const share = Math.min(MAX_LEVEL, Math.max(0, level ?? 0)) / MAX_LEVEL;
  const label =
    props.label ??
    [
      level === null ? t('kit.level.unknown') : t('kit.level.is', { level }),
      target === null ? '' : t('kit.level.target', { target }),
      status === 'NONE' ? '' : t(`kit.cell_status.${status}`),
    ]
      .filter(Boolean)
      .join(t('kit.joint'));
  return (
    <svg
      className={`kit-ring kit-tone-${look.tone}`}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <circle {...RING_PROPS} stroke="var(--sg-line)" />
      {share > 0 && (
        <circle
          {...RING_PROPS}
          className="kit-ring-fill"
          stroke="var(--tone)"
          strokeDasharray={`${share * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
          transform="rotate(-90 16 16)"
        />
      )}
      {target !== null && target > 0 && (
        <g transform={`rotate(${target * 90} 16 16)`}>
          {/* Set off from the ring: without a gap the tick would look like a minus sign. */}
          <path d="M16 .5v7" stroke="var(--sg-surface)" strokeWidth="6" />
          <path d="M16 1v6" stroke="var(--tone)" strokeWidth="3" strokeLinecap="round" />
        </g>
      )}
      <text {...TEXT_PROPS} className="sg-number" x="16" y="16" fill="var(--sg-text)" fontSize="13" fontWeight="650">
        {level ?? '–'}
      </text>
      {look.glyph && (
        <>
          {/* Covers the ring up to the gap of a neighbouring tick, so that no sliver is visible. */}
          <circle cx="26.2" cy="26.2" r="7.6" fill="var(--sg-surface)" />
          <text {...TEXT_PROPS} x="26.5" y="26.8" fill="var(--tone)" fontSize="9" fontWeight="800">
            {look.glyph}
          </text>
        </>
      )}
    </svg>
  );
}
