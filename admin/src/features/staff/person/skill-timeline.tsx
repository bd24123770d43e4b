import { useTranslation } from 'react-i18next';
import type { LevelStep, SkillHistory } from '@contract/evidence.responses';
import { formatCount, formatDay } from '@/components/format';
import { plotSteps, toPercent, listYearMarks, type TimeRange } from './timeline-scale';
import { useLevelStepText } from './use-level-step-text';

const PADDING = 6;
const LEVEL_HEIGHT = 12;
const HEIGHT = PADDING * 2 + LEVEL_HEIGHT * 4;
const levelY = (level: number): number => HEIGHT - PADDING - level * LEVEL_HEIGHT;

// Shared with the legend.
export const TARGET_LINE = { stroke: 'var(--sg-text-soft)', strokeWidth: 1.5, strokeDasharray: '5 4' };
export const EVIDENCE_MARK = { fill: 'var(--sg-surface)', stroke: 'var(--sg-link)', strokeWidth: 2 };
export const levelLineProps = (isFuture: boolean) =>
  ({ stroke: 'var(--sg-link)', strokeLinecap: 'round', ...(isFuture ? FUTURE_LINE : { strokeWidth: 2.5 }) }) as const;
const FUTURE_LINE = { strokeWidth: 2, strokeOpacity: 0.55 };

/**
 * SVG step line of the level over time, with the target dashed and days after today lighter. Positions are
 * percentages, so that it fits any width and can be mirrored for right-to-left.
 */
export function SkillTimeline({ skill, timeRange }: { skill: SkillHistory; timeRange: TimeRange }) {
  const { t, i18n } = useTranslation();
  const stepText = useLevelStepText();
  const isRtl = i18n.dir() === 'rtl';
  const x = (percent: number): string => `${isRtl ? 100 - percent : percent}%`;
  const levels = plotSteps(skill.levels, timeRange);
  const targets = plotSteps(skill.targets, timeRange);
  const todayPercent = toPercent(timeRange.today, timeRange);
  const steps = levels.map((step) => stepText(step)).join('. ');
  return (
    <div className="prs-line">
      <svg
        width="100%"
        height={HEIGHT}
        role="img"
        aria-label={t('person.line.said', { skill: skill.skill_name, said: steps })}
      >
        {[0, 1, 2, 3, 4].map((level) => (
          <line key={level} stroke="var(--sg-line)" x1="0" x2="100%" y1={levelY(level)} y2={levelY(level)} />
        ))}
        {[0, 2, 4].map((level) => (
          <text
            key={level}
            fill="var(--sg-text-soft)"
            fontSize="11"
            x={x(0)}
            dx={isRtl ? 16 : -16}
            y={levelY(level) + 4}
          >
            {formatCount(level, i18n.language)}
          </text>
        ))}
        <line stroke="var(--sg-line-strong)" x1={x(todayPercent)} x2={x(todayPercent)} y1="0" y2={HEIGHT} />
        {targets.map(({ from_date, begin, end, level }) => (
          <line key={from_date} {...TARGET_LINE} x1={x(begin)} x2={x(end)} y1={levelY(level)} y2={levelY(level)} />
        ))}
        {levels.map((step, index) => (
          <TimelineStep
            key={step.from_date}
            {...{ x, todayPercent, step, previous: levels[index - 1] }}
            title={stepText(step)}
          />
        ))}
      </svg>
      <div className="prs-line-axis sg-tiny sg-soft" aria-hidden="true">
        {listYearMarks(timeRange, todayPercent).map(({ year, percent }) => (
          <span key={year} style={{ insetInlineStart: `${percent}%` }}>
            {year}
          </span>
        ))}
        <span
          className="prs-line-now sg-semi"
          style={{ insetInlineStart: `${todayPercent}%` }}
          title={formatDay(timeRange.today, i18n.language)}
        >
          {t('person.line.today')}
        </span>
      </div>
    </div>
  );
}

function TimelineStep(props: {
  step: LevelStep & { begin: number; end: number };
  previous: (LevelStep & { end: number }) | undefined;
  x: (percent: number) => string;
  todayPercent: number;
  title: string;
}) {
  const { step, previous, x, todayPercent, title } = props;
  const { begin, end, level } = step;
  const y = levelY(level);
  // A gap between employments interrupts the line.
  const isConnected = previous && previous.end === begin;
  const segments = [
    { from: begin, to: Math.min(end, todayPercent), isFuture: false },
    { from: Math.max(begin, todayPercent), to: end, isFuture: true },
  ].filter(({ from, to }) => from < to);
  return (
    <g>
      {isConnected && (
        <line
          {...levelLineProps(begin > todayPercent)}
          x1={x(begin)}
          x2={x(begin)}
          y1={levelY(previous.level)}
          y2={y}
        />
      )}
      {segments.map(({ from, to, isFuture }) => (
        <line key={from} {...levelLineProps(isFuture)} x1={x(from)} x2={x(to)} y1={y} y2={y} />
      ))}
      {begin > 0 && step.evidence && step.cause !== 'lapsed' && (
        <circle {...EVIDENCE_MARK} cx={x(begin)} cy={y} r="3.5" />
      )}
      <line stroke="transparent" strokeWidth="14" x1={x(begin)} x2={x(end)} y1={y} y2={y}>
        <title>{title}</title>
      </line>
    </g>
  );
}
