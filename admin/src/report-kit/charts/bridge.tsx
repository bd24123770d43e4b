import { useTranslation } from 'react-i18next';
import type { ComplianceBridge } from '@contract/report.responses';
import { formatCount, formatSigned } from '@/components/format';
import type { Tone } from '@/components/status';
import { bridgeSteps, type BridgeStep } from './bridge-steps';
import './charts.css';

const TONES: Readonly<Record<BridgeStep['kind'], Tone>> = { total: 'info', up: 'success', down: 'error' };

/** Waterfall chart from the met targets of the opening day to those of the closing day, as a list. */
export function Bridge({ bridge, days }: { bridge: ComplianceBridge; days: { opening: string; closing: string } }) {
  const { t, i18n } = useTranslation();
  const steps = bridgeSteps(bridge);
  const maxValue = Math.max(1, ...steps.map(({ span: [, to] }) => to));
  const percent = (value: number) => `${(value / maxValue) * 100}%`;
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
              {kind === 'total' || value === 0 ? formatCount(Math.abs(value), i18n.language) : formatSigned(value)}
            </bdi>
          </li>
        ))}
      </ol>
    </section>
  );
}
