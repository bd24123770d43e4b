import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** Shown for a background job; the job drawer over this page shows its progress. */
export function StartedPanel({ job_id, onRestart }: { job_id: string; onRestart: () => void }) {
  const { t } = useTranslation();
  return (
    <section className="sg-card kit-form-page asg-done">
      <Result
        status="info"
        title={<h2>{t('assign.started.title')}</h2>}
        subTitle={t('assign.started.text')}
        extra={[
          <Button key="again" type="primary" onClick={onRestart}>
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
