import { useTranslation } from 'react-i18next';
import { Logo } from './logo';
import './splash.css';

/** Full-screen loader. @param offline cannot load without network */
export function Splash({ offline = false }: { offline?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="sg-splash sg-col sg-middle sg-center sg-gap-16" role="status">
      <Logo />
      {offline ? (
        <>
          <p>{t('shell.splash_offline')}</p>
          <button type="button" className="sg-plain-button" onClick={() => location.reload()}>
            {t('shell.retry')}
          </button>
        </>
      ) : (
        <span className="sg-visually-hidden">{t('shell.loading')}</span>
      )}
    </div>
  );
}
