import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount, formatShare } from '@/components/format';
import type { Tone } from '@/components/status';
import './charts.css';

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** A line across the bar: what is required. */
  readonly mark?: number | null;
  readonly text?: string;
  readonly tone?: Tone;
  /** The rows that it counts. */
  readonly to?: string;
}

/**
 * Bars lying down with their labels and figures beside them; a list, so that it is read like one. `shareOf`: the sum
 * of which the bars down to each one reach a share together (Pareto). `ofOwn`: each bar is drawn against its own mark, for
 * needs of two and of two hundred stand below each other.
 */
export function Bars(props: {
  title: string;
  bars: readonly Bar[];
  unit?: string;
  max?: number;
  shareOf?: number;
  ofOwn?: boolean;
}) {
  const { title, bars, unit, shareOf } = props;
  const { i18n } = useTranslation();
  const reach = (bar: Bar) => Math.max(1, bar.value, bar.mark ?? 0);
  const most = props.max ?? Math.max(1, ...bars.map(reach));
  const share = (bar: Bar, value: number) => `${Math.min(100, (value / (props.ofOwn ? reach(bar) : most)) * 100)}%`;
  const until = (index: number) => bars.slice(0, index + 1).reduce((total, bar) => total + bar.value, 0);
  return (
    <section className="rep-chart">
      <h2>
        {title} {unit && <small>{unit}</small>}
      </h2>
      <ol className="rep-bars sg-stack sg-gap-4">
        {bars.map((bar, index) => (
          <li key={`${bar.label}${index}`} className={`kit-tone-${bar.tone ?? 'info'}`}>
            <span className="rep-bar-label sg-small sg-clip">
              {bar.to ? <Link to={bar.to}>{bar.label}</Link> : bar.label}
            </span>
            <span className="rep-bar-track" aria-hidden="true">
              <span style={{ inlineSize: share(bar, bar.value) }} />
              {bar.mark !== undefined && bar.mark !== null && <i style={{ insetInlineStart: share(bar, bar.mark) }} />}
            </span>
            <span className="sg-number rep-bar-value sg-row sg-baseline sg-gap-8 sg-small sg-semi">
              {/* "1 / 4" is no sentence: it is not turned round where one reads from the right. */}
              <bdi dir="ltr">{bar.text ?? formatCount(bar.value, i18n.language)}</bdi>
              {shareOf !== undefined && <small>{formatShare((until(index) / shareOf) * 100, i18n.language)}</small>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
