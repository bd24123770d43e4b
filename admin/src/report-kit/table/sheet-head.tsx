import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '@contract/person-name';
import { useFullMe } from '@/api/me';
import { formatInstant } from '@/components/format';

/** The head of a printed report: what it is, whose, what was asked, and when and by whom it was printed. */
export function SheetHead({ title, asked }: { title: string; asked: readonly ReactNode[] }) {
  const { t, i18n } = useTranslation();
  const me = useFullMe().data;
  const now = new Date().toISOString();
  const facts = [...(me ? [`${me.customer_name} (${me.customer_id})`] : []), ...asked];
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
