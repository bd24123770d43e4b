import { Button, Flex } from 'antd';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LinkButton } from '@/components/link-button';
import { usePageTitle } from '@/components/page-title';
import { formatCount } from '@/components/format';
import { PageHeader } from '@/components/page-header';
import { QueryState, StatePanel } from '@/components/state-panels';
import { RouteTabs } from '@/crud/show/related-tabs';
import { RequireStaffAccount, CardSkeleton } from './learner-frame';
import { useRefreshLearnerData, useLearnings } from './learner-data';
import { todayIn } from '@/components/dates';
import { filterBySection, SECTIONS, type Learning, type Section } from './learning';
import { sendStoredProgress } from './player/send-watch-progress';
import { TrainingCard } from './training-card';

/** /my-training: the assigned trainings in four sections. */
export function OverviewPage() {
  const { t } = useTranslation();
  usePageTitle(t('learner.title'));
  return (
    <>
      <PageHeader title={t('learner.title')} sentence={t('learner.sentence')} />
      <RouteTabs />
      <RequireStaffAccount>{(staffId, zone) => <Overview staffId={staffId} zone={zone} />}</RequireStaffAccount>
    </>
  );
}

function Overview({ staffId, zone }: { staffId: string; zone: string | undefined }) {
  const learnings = useLearnings(staffId);
  const refreshLearnerData = useRefreshLearnerData();
  useEffect(() => {
    // Sends watch progress that an earlier visit stored while offline.
    void sendStoredProgress(staffId).then((hasSent) => hasSent && refreshLearnerData());
  }, [staffId, refreshLearnerData]);
  if (!learnings.data) return <QueryState query={learnings} waiting={<CardSkeleton />} />;
  return <Sections all={learnings.data} today={todayIn(zone)} />;
}

function Sections({ all, today }: { all: readonly Learning[]; today: string }) {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const sections = useMemo(
    () =>
      Object.fromEntries(SECTIONS.map((name) => [name, filterBySection(all, name, today)])) as Record<
        Section,
        Learning[]
      >,
    [all, today],
  );
  const defaultSection = SECTIONS.find((name) => sections[name].length > 0) ?? 'all';
  const requestedSection = SECTIONS.find((name) => name === search.get('section'));
  const activeSection = requestedSection ?? defaultSection;
  if (all.length === 0)
    return (
      <section className="sg-card">
        <StatePanel
          drawing="empty"
          title={t('learner.nothing.title')}
          text={t('learner.nothing.text')}
          action={<LinkButton to="/my-skills">{t('learner.nothing.go')}</LinkButton>}
        />
      </section>
    );
  return (
    <>
      <Flex className="lr-sections sg-mb-16" wrap gap={8} role="group" aria-label={t('learner.sections_label')}>
        {SECTIONS.map((name) => (
          <Button
            key={name}
            shape="round"
            size="large"
            type={name === activeSection ? 'primary' : 'default'}
            aria-pressed={name === activeSection}
            onClick={() => setSearch({ section: name }, { replace: true })}
          >
            {t(`learner.section.${name}`)}{' '}
            <span className="sg-number">{formatCount(sections[name].length, i18n.language)}</span>
          </Button>
        ))}
      </Flex>
      {sections[activeSection].length === 0 ? (
        <section className="sg-card">
          <StatePanel
            drawing="empty"
            title={t(`learner.empty.${activeSection}.title`)}
            text={t(`learner.empty.${activeSection}.text`)}
          />
        </section>
      ) : (
        <ul className="lr-cards sg-stack sg-gap-16">
          {sections[activeSection].map((learning) => (
            <li key={learning.assignment.assignment_id}>
              <TrainingCard learning={learning} today={today} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
