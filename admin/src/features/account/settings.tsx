import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Me } from '@contract/account-answers';
import { usePageTitle } from '@/components/page-title';
import { useFullMe } from '@/api/me';
import type { Role } from '@contract/resource';
import { useSession } from '@/api/use-session';
import { PageHeader } from '@/components/page-header';
import { OfflineBanner, QueryState } from '@/components/states';
import { ApiKeys } from './api-keys';
import { Company } from './company';
import { Contact } from './contact';
import { SignInPart } from '@/features/auth/names/sign-in-part';
import { Appearance, AuditLog, Language } from './sections';
import { Security } from './security';
import { CertificateDesignPart } from '@/features/certificates/design/later-part';
import { NoticesPart } from '@/features/notices/later-part';
import { Subscription } from './subscription';
import './settings.css';

const SECTIONS = [
  'company',
  'subscription',
  'appearance',
  'language',
  'sign_in',
  'security',
  'notifications',
  'certificates',
  'integrations',
  'audit',
  'contact',
] as const;
type Section = (typeof SECTIONS)[number];

const OF_ADMINS: readonly Section[] = ['company', 'subscription', 'certificates', 'integrations'];

/** What is an organisation's is not shown to those who run none. */
function isFor(section: Section, role: Role | null): boolean {
  if (section === 'audit') return role !== 'user';
  // Platform staff are told nothing.
  if (section === 'notifications') return role !== 'platform';
  return role === 'admin' || !OF_ADMINS.includes(section);
}

export function SettingsPage() {
  const { t } = useTranslation();
  const { role } = useSession();
  const me = useFullMe();
  usePageTitle(t('settings.title'));
  const shown = SECTIONS.filter((section) => isFor(section, role));
  return (
    <>
      <PageHeader title={t('settings.title')} sentence={t('settings.sentence')} />
      <OfflineBanner />
      <div className="set-page sg-stack sg-start">
        <nav className="set-nav sg-stack" aria-label={t('settings.nav')}>
          {shown.map((section) => (
            <a key={section} href={`#${section}`}>
              {t(`settings.sections.${section}`)}
            </a>
          ))}
        </nav>
        <Flex vertical gap={16}>
          <QueryState query={me} rows={10} />
          {me.data &&
            shown.map((section) => (
              <Flex
                component="section"
                vertical
                align="start"
                gap={12}
                key={section}
                id={section}
                className="sg-card set-section"
                aria-labelledby={`${section}-title`}
              >
                <h2 id={`${section}-title`}>{t(`settings.sections.${section}`)}</h2>
                <Body section={section} me={me.data} />
              </Flex>
            ))}
        </Flex>
      </div>
    </>
  );
}

function Body({ section, me }: { section: Section; me: Me }) {
  switch (section) {
    case 'company':
      return <Company customerId={String(me.customer_id)} />;
    case 'subscription':
      return <Subscription me={me} />;
    case 'appearance':
      return <Appearance />;
    case 'language':
      return <Language me={me} />;
    case 'sign_in':
      return <SignInPart me={me} />;
    case 'security':
      return <Security me={me} />;
    case 'notifications':
      return <NoticesPart />;
    case 'certificates':
      return <CertificateDesignPart />;
    case 'integrations':
      return <ApiKeys zone={me.time_zone} />;
    case 'audit':
      return <AuditLog />;
    case 'contact':
      return <Contact me={me} />;
  }
}
