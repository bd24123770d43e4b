import { useTranslation } from 'react-i18next';
import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { BridgeAnswer } from '@contract/report-answers';
import { signed } from '@/kit/format';
import { useNarrow } from '@/kit/use-narrow';
import { bridgeSteps } from './bridge-steps';
import '../reports.css';

const COLOURS = { total: 'var(--sg-primary)', up: 'var(--sg-success)', down: 'var(--sg-error)' } as const;
const CHART_PX = 190;

/** How the compliant pairs of the opening became those of the closing, as a waterfall. */
export function Bridge({ bridge, days }: { bridge: BridgeAnswer; days: { opening: string; closing: string } }) {
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  const rtl = i18n.dir() === 'rtl';
  const steps = bridgeSteps(bridge);
  const named = steps.map((step) => ({
    ...step,
    name: t(`reports.bridge.${step.key}`),
    text: step.kind === 'total' ? String(step.value) : step.value === 0 ? '0' : signed(step.value),
  }));
  const summary = named.map(({ name, text }) => t('kit.pair', { name, value: text })).join(t('kit.joint'));
  return (
    <section className="rep-chart">
      <h2>
        {t('reports.bridge.title')} <small>{t('reports.bridge.unit', days)}</small>
      </h2>
      {narrow ? (
        <ul className="rep-steps sg-lines">
          {named.map(({ key, name, text, kind }) => (
            <li key={key} data-kind={kind}>
              <span>{name}</span>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      ) : (
        <div role="img" aria-label={summary} className="sg-whole" dir="ltr">
          <ResponsiveContainer width="100%" height={CHART_PX}>
            <BarChart
              data={named}
              margin={{ top: 24, right: 8, bottom: 0, left: 8 }}
              barCategoryGap="28%"
              accessibilityLayer={false}
            >
              <XAxis
                dataKey="name"
                reversed={rtl}
                interval={0}
                tickLine={false}
                axisLine={{ stroke: 'var(--sg-line-strong)' }}
                tick={{ fill: 'var(--sg-text-soft)', fontSize: 12 }}
              />
              <YAxis hide domain={[(low: number) => Math.max(0, Math.floor(low)), 'dataMax']} />
              <Bar dataKey="span" isAnimationActive={false} radius={3} minPointSize={2}>
                {named.map(({ key, kind }) => (
                  <Cell key={key} fill={COLOURS[kind]} />
                ))}
                <LabelList dataKey="text" position="top" fill="var(--sg-text)" fontSize={13} fontWeight={600} />
              </Bar>
            </BarChart>
          </ResponsiveContainer>
        </div>
      )}
    </section>
  );
}
