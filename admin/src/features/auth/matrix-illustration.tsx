import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The tone follows from level and target. */
type Cell = readonly [level: number, target: number];
const PEOPLE = ['Asha Rao', 'Marco Bellini', 'Lena Hoffmann', 'Omar Haddad'] as const;
const ROWS: readonly (readonly Cell[])[] = [
  [
    [4, 3],
    [2, 2],
    [3, 3],
    [1, 2],
    [2, 2],
  ],
  [
    [2, 3],
    [4, 3],
    [0, 2],
    [3, 3],
    [2, 2],
  ],
  [
    [3, 3],
    [1, 0],
    [4, 4],
    [4, 3],
    [1, 2],
  ],
  [
    [1, 0],
    [3, 3],
    [2, 2],
    [0, 0],
    [3, 2],
  ],
];
/** The animated level: Marco, welding, 2 → 3. */
const GAIN = { row: 1, column: 0 } as const;
const GAIN_AFTER_MS = 1600;
const CIRCUMFERENCE = 2 * Math.PI * 12;
const RING = { cx: 16, cy: 16, r: 12, fill: 'none', strokeWidth: 3.5 };
const TICK = { stroke: '#fff', strokeWidth: 2, strokeLinecap: 'round' as const };

function Ring({ level, target }: { level: number; target: number }) {
  const isGap = target > 0 && level === 0;
  const fill = isGap ? 'none' : target === 0 ? '#b9aef5' : level >= target ? '#7fd08b' : '#f0b35a';
  const [track, dashes] = isGap ? ['#ef8683', '3 3'] : ['rgb(255 255 255 / 14%)'];
  return (
    <svg viewBox="0 0 32 32" className="sg-piece-ring">
      <circle {...RING} stroke={track} strokeDasharray={dashes} />
      <circle
        {...RING}
        className="sg-piece-fill"
        stroke={fill}
        strokeDasharray={`${(level / 4) * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
        transform="rotate(-90 16 16)"
      />
      {target > 0 && <path d="M16 .5V7" {...TICK} transform={`rotate(${target * 90} 16 16)`} />}
      <text x="16" y="16.500" dominantBaseline="central" textAnchor="middle" fill="#fff" fontSize="12" fontWeight="600">
        {level}
      </text>
    </svg>
  );
}

/** A sample of the skill matrix: the level as a filled ring, the target as a tick. */
export function MatrixIllustration() {
  const { t } = useTranslation();
  const [hasGained, setHasGained] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    const timer = setTimeout(() => setHasGained(true), GAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="sg-piece" role="img" aria-label={t('auth.piece_label')}>
      <div className="sg-piece-grid sg-middle sg-stack" aria-hidden="true">
        <span />
        {[1, 2, 3, 4, 5].map((n) => (
          <span key={n} className="sg-piece-skill">
            {t(`auth.piece_skill_${n}`)}
          </span>
        ))}
        {ROWS.map((cells, row) => [
          <span key={PEOPLE[row]} className="sg-piece-person sg-small">
            {PEOPLE[row]}
          </span>,
          ...cells.map(([level, target], column) => {
            const isGainCell = row === GAIN.row && column === GAIN.column;
            return (
              <span key={`${row}-${column}`} className="sg-piece-cell sg-stack" data-here={isGainCell && hasGained}>
                <Ring level={isGainCell && hasGained ? level + 1 : level} target={target} />
              </span>
            );
          }),
        ])}
      </div>
      <div className="sg-piece-note sg-col sg-tiny" data-shown={hasGained} aria-hidden="true">
        <strong>{t('auth.piece_note', { name: PEOPLE[GAIN.row], skill: t('auth.piece_skill_1') })}</strong>
        <span>{t('auth.piece_why')}</span>
      </div>
    </div>
  );
}
