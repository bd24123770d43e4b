import { CheckCircleFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { QuestionOptionRow } from '@contract/questions.resource';
import { formatCount, formatPercent } from '@/components/format';
import type { CellProps } from '@/crud/resource-module';
import { PlainText } from '@/components/plain-text';
import './questions.css';

/** The options with right ones marked; partial fractions are shown in percent. */
export function OptionsCell({ value, row }: CellProps) {
  const { t, i18n } = useTranslation();
  const options = value as readonly QuestionOptionRow[];
  return (
    <ul className="qst-shown sg-stack sg-gap-4">
      {options.map(({ option_id, text, fraction, feedback, match, tolerance }, at) => (
        <li key={option_id} className="sg-flex sg-baseline sg-gap-8" data-right={fraction > 0}>
          {row.kind === 'ordering' && <span className="sg-number sg-faint">{formatCount(at + 1, i18n.language)}</span>}
          {fraction > 0 ? (
            <CheckCircleFilled aria-label={t('questions.options.right')} />
          ) : (
            row.kind !== 'ordering' && <i aria-hidden="true" />
          )}
          <span className="sg-grow">
            <PlainText text={text || '…'} />
            {match && (
              <>
                {' – '}
                <PlainText text={match} />
              </>
            )}
            {tolerance && <bdi> ± {tolerance}</bdi>}
            {feedback && (
              <small>
                <PlainText text={feedback} />
              </small>
            )}
          </span>
          {fraction !== 0 && fraction !== 1 && (
            <span className="sg-number sg-faint">{formatPercent(fraction * 100, i18n.language)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
