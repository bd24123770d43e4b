import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';

/** While a page's code or its organisation is on its way: the shape of a page, and never a blank area. */
export function PageWaiting() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('kit.loading')}>
      <div className="sg-page-head">
        <Skeleton active title={{ width: 'min(240px, 100%)' }} paragraph={{ rows: 1, width: 'min(360px, 100%)' }} />
      </div>
      <div className="sg-card">
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    </div>
  );
}
