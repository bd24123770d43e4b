import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** It goes on in the background; the drawer over this page says how far it is. */
export function StartedPanel({ job_id, again }: { job_id: string; again: () => void }) {
  const { t } = useTranslation();
  return (
    <section className="sg-card kit-form-page asg-done">
      <Result
        status="info"
        title={<h2>{t('assign.started.title')}</h2>}
        subTitle={t('assign.started.text')}
        extra={[
          <Button key="again" type="primary" onClick={again}>
            {t('assign.done.again')}
          </Button>,
          <Link key="job" to={`?job=${job_id}`}>
            {t('assign.started.open')}
          </Link>,
        ]}
      />
    </section>
  );
}
