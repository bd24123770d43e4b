import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '@contract/person-name';
import { useAccountQuery } from '@/api/account';
import { formatInstant } from '@/components/format';

/** Head of a printed report: title, customer, filters, time and user. */
export function PrintedReportHead({ title, filters }: { title: string; filters: readonly ReactNode[] }) {
  const { t, i18n } = useTranslation();
  const me = useAccountQuery().data;
  const now = new Date().toISOString();
  const facts = [...(me ? [`${me.customer_name} (${me.customer_id})`] : []), ...filters];
  return (
    <header>
      <h1>{title}</h1>
      <p dir={i18n.dir()}>
        {facts.map((fact, at) => (
          <Fragment key={at}>
            {at > 0 && ' · '}
            <bdi>{fact}</bdi>
          </Fragment>
        ))}
      </p>
      {me && (
        <p className="sg-soft">
          {t('kit.report.made', {
            at: formatInstant(now, i18n.language, me.time_zone),
            zone: me.time_zone,
            who: fullName(me.first_name, me.last_name) || me.user_name,
          })}
        </p>
      )}
    </header>
  );
}
