import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Me } from '@contract/account.responses';
import { usePageTitle } from '@/components/page-title';
import { useAccountQuery } from '@/api/account';
import type { Role } from '@contract/resource';
import { useSession } from '@/api/use-session';
import { PageHeader } from '@/components/page-header';
import { StaleDataBanner, QueryState } from '@/components/state-panels';
import { ApiKeys } from './api-keys';
import { Company } from './company';
import { Contact } from './contact';
import { SignInSection } from '@/features/auth/names/sign-in-section';
import { Appearance, AuditLog, Language } from './sections';
import { Security } from './security';
import { LazyCertificateDesignSettings } from '@/features/certificates/design/lazy-certificate-design-settings';
import { LazyNoticesSettings } from '@/features/notices/lazy-notices-settings';
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

const ADMIN_SECTIONS: readonly Section[] = ['company', 'subscription', 'certificates', 'integrations'];

/** Customer settings are visible to admins only. */
function isVisibleTo(section: Section, role: Role | null): boolean {
  if (section === 'audit') return role !== 'user';
  // Platform staff receive no notifications.
  if (section === 'notifications') return role !== 'platform';
  return role === 'admin' || !ADMIN_SECTIONS.includes(section);
}

export function SettingsPage() {
  const { t } = useTranslation();
  const { role } = useSession();
  const accountQuery = useAccountQuery();
  usePageTitle(t('settings.title'));
  const visibleSections = SECTIONS.filter((section) => isVisibleTo(section, role));
  return (
    <>
      <PageHeader title={t('settings.title')} sentence={t('settings.sentence')} />
      <StaleDataBanner />
      <div className="set-page sg-stack sg-start">
        <nav className="set-nav sg-stack" aria-label={t('settings.nav')}>
          {visibleSections.map((section) => (
            <a key={section} href={`#${section}`}>
              {t(`settings.sections.${section}`)}
            </a>
          ))}
        </nav>
        <Flex vertical gap={16}>
          <QueryState query={accountQuery} rows={10} />
          {accountQuery.data &&
            visibleSections.map((section) => (
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
                <SectionBody section={section} me={accountQuery.data} />
              </Flex>
            ))}
        </Flex>
      </div>
    </>
  );
}

function SectionBody({ section, me }: { section: Section; me: Me }) {
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
      return <SignInSection me={me} />;
    case 'security':
      return <Security me={me} />;
    case 'notifications':
      return <LazyNoticesSettings />;
    case 'certificates':
      return <LazyCertificateDesignSettings />;
    case 'integrations':
      return <ApiKeys zone={me.time_zone} />;
    case 'audit':
      return <AuditLog />;
    case 'contact':
      return <Contact me={me} />;
  }
}
