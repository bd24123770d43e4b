import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** level, target; the tone follows from the two. */
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
/** The level that is gained while one looks on: Marco, welding, 2 → 3. */
const GAIN = { row: 1, column: 0 } as const;
const GAIN_AFTER_MS = 1600;
const ROUND = 2 * Math.PI * 12;

function Ring({ level, target }: { level: number; target: number }) {
  const tone = target === 0 ? 'plain' : level >= target ? 'met' : level > 0 ? 'near' : 'gap';
  return (
    <svg viewBox="0 0 32 32" className="sg-piece-ring" data-tone={tone}>
      <circle cx="16" cy="16" r="12" className="sg-piece-track" />
      <circle
        cx="16"
        cy="16"
        r="12"
        className="sg-piece-fill"
        strokeDasharray={`${(level / 4) * ROUND} ${ROUND}`}
        transform="rotate(-90 16 16)"
      />
      {target > 0 && (
        <line x1="16" y1="0.5" x2="16" y2="7" className="sg-piece-target" transform={`rotate(${target * 90} 16 16)`} />
      )}
      <text x="16" y="16.500" dominantBaseline="central" textAnchor="middle">
        {level}
      </text>
    </svg>
  );
}

/** A piece of the product's face, drawn with its own rules: level as a filled ring, the target as a tick. */
export function MatrixPiece() {
  const { t } = useTranslation();
  const [gained, setGained] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    const timer = setTimeout(() => setGained(true), GAIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="sg-piece" role="img" aria-label={t('auth.piece_label')}>
      <div className="sg-piece-grid" aria-hidden="true">
        <span />
        {[1, 2, 3, 4, 5].map((n) => (
          <span key={n} className="sg-piece-skill">
            {t(`auth.piece_skill_${n}`)}
          </span>
        ))}
        {ROWS.map((cells, row) => [
          <span key={PEOPLE[row]} className="sg-piece-person">
            {PEOPLE[row]}
          </span>,
          ...cells.map(([level, target], column) => {
            const here = row === GAIN.row && column === GAIN.column;
            return (
              <span key={`${row}-${column}`} className="sg-piece-cell" data-here={here && gained}>
                <Ring level={here && gained ? level + 1 : level} target={target} />
              </span>
            );
          }),
        ])}
      </div>
      <div className="sg-piece-note" data-shown={gained} aria-hidden="true">
        <strong>{t('auth.piece_note', { name: PEOPLE[GAIN.row], skill: t('auth.piece_skill_1') })}</strong>
        <span>{t('auth.piece_why')}</span>
      </div>
    </div>
  );
}
