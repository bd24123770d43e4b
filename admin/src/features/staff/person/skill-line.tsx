import { useTranslation } from 'react-i18next';
import type { LevelStep, SkillHistory } from '@contract/evidence-answers';
import { formatCount, formatDay } from '@/components/format';
import { drawn, placeOf, yearsOf, type Stretch } from './history-line';
import { useStepWords } from './step-words';

const TOP = 6;
const STEP = 12;
const HEIGHT = TOP * 2 + STEP * 4;
const yOf = (level: number): number => HEIGHT - TOP - level * STEP;

/** How each of its lines is drawn, here and in its legend. */
export const TARGET = { stroke: 'var(--sg-text-soft)', strokeWidth: 1.5, strokeDasharray: '5 4' };
export const GIVEN = { fill: 'var(--sg-surface)', stroke: 'var(--sg-link)', strokeWidth: 2 };
export const levelLine = (ahead: boolean) =>
  ({ stroke: 'var(--sg-link)', strokeLinecap: 'round', ...(ahead ? AHEAD : { strokeWidth: 2.5 }) }) as const;
const AHEAD = { strokeWidth: 2, strokeOpacity: 0.55 };

/**
 * A level over the days as a line of steps, what was required as a broken one; what lies after today is known today only,
 * and drawn lighter. Plain SVG: places are percentages, so that it fits any width and turns round right to left.
 */
export function SkillLine({ skill, stretch }: { skill: SkillHistory; stretch: Stretch }) {
  const { t, i18n } = useTranslation();
  const words = useStepWords();
  const isRtl = i18n.dir() === 'rtl';
  const x = (place: number): string => `${isRtl ? 100 - place : place}%`;
  const levels = drawn(skill.levels, stretch);
  const targets = drawn(skill.targets, stretch);
  const now = placeOf(stretch.today, stretch);
  const steps = levels.map((step) => words(step)).join('. ');
  return (
    <div className="prs-line">
      <svg
        width="100%"
        height={HEIGHT}
        role="img"
        aria-label={t('person.line.said', { skill: skill.skill_name, said: steps })}
      >
        {[0, 1, 2, 3, 4].map((level) => (
          <line key={level} stroke="var(--sg-line)" x1="0" x2="100%" y1={yOf(level)} y2={yOf(level)} />
        ))}
        {[0, 2, 4].map((level) => (
          <text key={level} fill="var(--sg-text-soft)" fontSize="11" x={x(0)} dx={isRtl ? 16 : -16} y={yOf(level) + 4}>
            {formatCount(level, i18n.language)}
          </text>
        ))}
        <line stroke="var(--sg-line-strong)" x1={x(now)} x2={x(now)} y1="0" y2={HEIGHT} />
        {targets.map(({ from_date, begin, end, level }) => (
          <line key={from_date} {...TARGET} x1={x(begin)} x2={x(end)} y1={yOf(level)} y2={yOf(level)} />
        ))}
        {levels.map((step, index) => (
          <Step key={step.from_date} {...{ x, now, step, before: levels[index - 1] }} title={words(step)} />
        ))}
      </svg>
      <div className="prs-line-axis sg-tiny sg-soft" aria-hidden="true">
        {yearsOf(stretch, now).map(({ year, place }) => (
          <span key={year} style={{ insetInlineStart: `${place}%` }}>
            {year}
          </span>
        ))}
        <span
          className="prs-line-now sg-semi"
          style={{ insetInlineStart: `${now}%` }}
          title={formatDay(stretch.today, i18n.language)}
        >
          {t('person.line.today')}
        </span>
      </div>
    </div>
  );
}

function Step(props: {
  step: LevelStep & { begin: number; end: number };
  before: (LevelStep & { end: number }) | undefined;
  x: (place: number) => string;
  now: number;
  title: string;
}) {
  const { step, before, x, now, title } = props;
  const { begin, end, level } = step;
  const y = yOf(level);
  // Employed again after years, the line begins anew.
  const joins = before && before.end === begin;
  const parts = [
    { from: begin, to: Math.min(end, now), ahead: false },
    { from: Math.max(begin, now), to: end, ahead: true },
  ].filter(({ from, to }) => from < to);
  return (
    <g>
      {joins && <line {...levelLine(begin > now)} x1={x(begin)} x2={x(begin)} y1={yOf(before.level)} y2={y} />}
      {parts.map(({ from, to, ahead }) => (
        <line key={from} {...levelLine(ahead)} x1={x(from)} x2={x(to)} y1={y} y2={y} />
      ))}
      {begin > 0 && step.evidence && step.cause !== 'lapsed' && <circle {...GIVEN} cx={x(begin)} cy={y} r="3.5" />}
      <line stroke="transparent" strokeWidth="14" x1={x(begin)} x2={x(end)} y1={y} y2={y}>
        <title>{title}</title>
      </line>
    </g>
  );
}
