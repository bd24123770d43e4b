import { CheckCircleFilled } from '@ant-design/icons';
import { Avatar, Button, Flex, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Me } from '@contract/account.responses';
import { useSession } from '@/api/use-session';
import { useApiQuery } from '@/api/use-api-query';
import { formatCount, formatDay } from '@/components/format';
import { TONE_GLYPHS } from '@/components/status';
import { daysLeftText } from './cards';
import type { UsageTone } from './plan-usage';
import { useMatrixSummary } from './use-matrix-summary';
import { buildPlanLines, buildCountLines, type PlanLine, type AttentionCount } from './attention-lines';

/** Pending work and plan limits. Each count equals the rows of the list it links to. */
export function Attention({ me }: { me: Me }) {
  const { role } = useSession();
  const { t } = useTranslation();
  const attention = useApiQuery('reports/attention');
  const summary = useMatrixSummary();
  const countLines = buildCountLines(attention, summary, role === 'admin');
  const visibleLines = countLines.filter(({ count }) => typeof count === 'string' || count.count > 0);
  const plan = buildPlanLines(me);
  const retryFailed = () => [attention, summary].forEach((each) => each.isError && void each.refetch());
  return (
    <section className="sg-card" aria-labelledby="attention">
      <Flex className="sg-panel-head sg-mb-8" justify="space-between" align="baseline" gap={16}>
        <h2 id="attention">{t('home.attention.title')}</h2>
        {countLines.some(({ count }) => count === 'unknown') && (
          <Button size="small" onClick={retryFailed}>
            {t('home.retry')}
          </Button>
        )}
      </Flex>
      {visibleLines.length + plan.length === 0 ? (
        <p>
          <CheckCircleFilled aria-hidden className="sg-success" /> {t('home.attention.none')}
        </p>
      ) : (
        <ul className="sg-lines">
          {visibleLines.map((line) => (
            <li key={line.name}>
              <CountLine line={line} days={Number(summary.data?.definition.facts['warn_days'] ?? 0)} />
            </li>
          ))}
          {plan.map((line) => (
            <li key={line.name}>
              <PlanUsageLine line={line} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function CountLine({ line: { name, count, to, tone }, days }: { line: AttentionCount; days: number }) {
  const { t, i18n } = useTranslation();
  if (count === 'asked') return <Skeleton active title={false} paragraph={{ rows: 1 }} className="sg-line" />;
  const label = t(`home.attention.${name}`);
  if (count === 'unknown')
    return <AttentionLine to={to} tone="near" label={label} note={t('home.attention.unknown')} value="–" />;
  const n = formatCount(count.count, i18n.language);
  return (
    <AttentionLine
      to={to}
      tone={tone}
      label={label}
      note={t(`home.attention.${name}_note`, { count: days })}
      value={count.more ? t('kit.more_than', { n }) : n}
    />
  );
}

function PlanUsageLine({ line }: { line: PlanLine }) {
  const { t, i18n } = useTranslation();
  const { name, to, tone } = line;
  const label = t(`home.attention.${name}`);
  if (line.name === 'plan') {
    const note = t('home.until', { day: formatDay(line.until, i18n.language) });
    return <AttentionLine to={to} tone={tone} label={label} note={note} value={daysLeftText(t, line.daysRemaining)} />;
  }
  const [used, allowed] = [line.used, line.allowed].map((value) => formatCount(value, i18n.language));
  return (
    <AttentionLine
      to={to}
      tone={tone}
      label={label}
      note={t(tone === 'full' ? 'home.at_limit' : 'home.near_limit')}
      value={t('home.attention.used', { used, allowed })}
    />
  );
}

function AttentionLine(props: {
  to: string;
  tone: Exclude<UsageTone, 'calm'>;
  label: string;
  note: string;
  value: ReactNode;
}) {
  const { to, label, note, value } = props;
  const tone = props.tone === 'full' ? 'error' : 'warning';
  return (
    <Link to={to} className={`sg-line kit-tone-${tone}`}>
      <Avatar aria-hidden="true" size={24} className="sg-attention-mark">
        {TONE_GLYPHS[tone]}
      </Avatar>
      <Flex vertical flex={1} component="span">
        <strong>{label}</strong>
        <span className="sg-soft">{note}</span>
      </Flex>
      <strong className="sg-number sg-attention-value">{value}</strong>
    </Link>
  );
}
