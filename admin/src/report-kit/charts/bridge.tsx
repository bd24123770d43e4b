import { useTranslation } from 'react-i18next';
import type { BridgeAnswer } from '@contract/report-answers';
import { formatCount, signed } from '@/components/format';
import type { Tone } from '@/components/status';
import { bridgeSteps, type BridgeStepShown } from './bridge-steps';
import './charts.css';

const TONES: Readonly<Record<BridgeStepShown['kind'], Tone>> = { total: 'info', up: 'success', down: 'error' };

/** How the met targets of the opening became those of the closing: a waterfall of bars, read as a list. */
export function Bridge({ bridge, days }: { bridge: BridgeAnswer; days: { opening: string; closing: string } }) {
  const { t, i18n } = useTranslation();
  const steps = bridgeSteps(bridge);
  const most = Math.max(1, ...steps.map(({ span: [, to] }) => to));
  const percent = (value: number) => `${(value / most) * 100}%`;
  return (
    <section className="rep-chart">
      <h2>
        {t('reports.bridge.title')} <small>{t('reports.bridge.unit', days)}</small>
      </h2>
      <ol className="rep-bars sg-stack sg-gap-4">
        {steps.map(({ key, kind, value, span: [from, to] }) => (
          <li key={key} className={`kit-tone-${TONES[kind]}`}>
            <span className="rep-bar-label sg-small sg-clip">{t(`reports.bridge.${key}`)}</span>
            <span className="rep-bar-track" aria-hidden="true">
              <span
                className="rep-bridge-step"
                style={{ marginInlineStart: percent(from), inlineSize: percent(to - from) }}
              />
            </span>
            <bdi className="sg-number rep-bar-value sg-small sg-semi">
              {kind === 'total' || value === 0 ? formatCount(Math.abs(value), i18n.language) : signed(value)}
            </bdi>
          </li>
        ))}
      </ol>
    </section>
  );
}
