import { useReading } from '@/crud/kit-context';
import { CELL_LOOK, type CellStatus } from './status';
import './kit.css';

const MAX_LEVEL = 4;
const RADIUS = 12;
const ROUND = 2 * Math.PI * RADIUS;
const RING = { cx: 16, cy: 16, r: RADIUS, fill: 'none', strokeWidth: 3.5 };
const WORD = { dominantBaseline: 'central', textAnchor: 'middle' } as const;

/**
 * A level as a ring: filled by quarters, its number inside, the target as a tick across the ring, the status as colour
 * and glyph. `level` null: none is known (0 is a level). For single rings; the matrix paints its own, one node a cell.
 */
export function LevelRing(props: {
  level: number | null;
  target?: number | null;
  status?: CellStatus;
  /** Pixels. */
  size?: number;
  label?: string;
}) {
  const { level, target = null, status = 'NONE', size = 28 } = props;
  const { t } = useReading();
  // Without a status the level alone is said, in the brand's colour.
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
      <circle {...RING} stroke="var(--sg-line)" />
      {share > 0 && (
        <circle
          {...RING}
          className="kit-ring-fill"
          stroke="var(--tone)"
          strokeDasharray={`${share * ROUND} ${ROUND}`}
          transform="rotate(-90 16 16)"
        />
      )}
      {target !== null && target > 0 && (
        <g transform={`rotate(${target * 90} 16 16)`}>
          {/* Set off from the ring: in the number's colour, without a gap, it would read as a minus sign. */}
          <path d="M16 .5v7" stroke="var(--sg-surface)" strokeWidth="6" />
          <path d="M16 1v6" stroke="var(--tone)" strokeWidth="3" strokeLinecap="round" />
        </g>
      )}
      <text {...WORD} className="sg-number" x="16" y="16" fill="var(--sg-text)" fontSize="13" fontWeight="650">
        {level ?? '–'}
      </text>
      {look.glyph && (
        <>
          {/* As far as the gap around a tick beside it: between the two no sliver of the ring is left. */}
          <circle cx="26.2" cy="26.2" r="7.6" fill="var(--sg-surface)" />
          <text {...WORD} x="26.5" y="26.8" fill="var(--tone)" fontSize="9" fontWeight="800">
            {look.glyph}
          </text>
        </>
      )}
    </svg>
  );
}
