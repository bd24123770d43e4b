import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount, formatShare } from '@/components/format';
import type { Tone } from '@/components/status';
import './charts.css';

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Required value, drawn as a line across the bar. */
  readonly mark?: number | null;
  readonly text?: string;
  readonly tone?: Tone;
  /** Link to the counted rows. */
  readonly to?: string;
}

/**
 * Horizontal bars as a list.
 * @param props `shareTotal`: shows the cumulative share of this sum (Pareto); `scaleToMark`: scales each bar to its own
 * mark, for values of different magnitude
 */
export function Bars(props: {
  title: string;
  bars: readonly Bar[];
  unit?: string;
  max?: number;
  shareTotal?: number;
  scaleToMark?: boolean;
}) {
  const { title, bars, unit, shareTotal } = props;
  const { i18n } = useTranslation();
  const extent = (bar: Bar) => Math.max(1, bar.value, bar.mark ?? 0);
  const maxValue = props.max ?? Math.max(1, ...bars.map(extent));
  const share = (bar: Bar, value: number) =>
    `${Math.min(100, (value / (props.scaleToMark ? extent(bar) : maxValue)) * 100)}%`;
  const sumUntil = (index: number) => bars.slice(0, index + 1).reduce((total, bar) => total + bar.value, 0);
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
              {/* "1 / 4" keeps its order in right-to-left languages. */}
              <bdi dir="ltr">{bar.text ?? formatCount(bar.value, i18n.language)}</bdi>
              {shareTotal !== undefined && (
                <small>{formatShare((sumUntil(index) / shareTotal) * 100, i18n.language)}</small>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
