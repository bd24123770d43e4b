import { Button, Flex } from 'antd';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LinkButton } from '@/components/link-button';
import { usePageTitle } from '@/components/page-title';
import { formatCount } from '@/components/format';
import { PageHeader } from '@/components/page-header';
import { QueryState, StatePanel } from '@/components/states';
import { RouteTabs } from '@/crud/show/related-tabs';
import { StaffOnly, Waiting } from './learner-frame';
import { useLearnedAnew, useLearnings } from './learner-data';
import { todayIn } from '@/components/dates';
import { sectionOf, SECTIONS, type Learning, type Section } from './learning';
import { sendKeptBeats } from './player/send-beat';
import { TrainingCard } from './training-card';

/** /my-training: what to go on with, what is due, everything, and what is done. */
export function OverviewPage() {
  const { t } = useTranslation();
  usePageTitle(t('learner.title'));
  return (
    <>
      <PageHeader title={t('learner.title')} sentence={t('learner.sentence')} />
      <RouteTabs />
      <StaffOnly>{(staffId, zone) => <Overview staffId={staffId} zone={zone} />}</StaffOnly>
    </>
  );
}

function Overview({ staffId, zone }: { staffId: string; zone: string | undefined }) {
  const learnings = useLearnings(staffId);
  const learnedAnew = useLearnedAnew();
  useEffect(() => {
    // What was watched without a connection, in a player that was then closed.
    void sendKeptBeats(staffId).then((sent) => sent && learnedAnew());
  }, [staffId, learnedAnew]);
  if (!learnings.data) return <QueryState query={learnings} waiting={<Waiting />} />;
  return <Sections all={learnings.data} today={todayIn(zone)} />;
}

function Sections({ all, today }: { all: readonly Learning[]; today: string }) {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const sections = useMemo(
    () =>
      Object.fromEntries(SECTIONS.map((name) => [name, sectionOf(all, name, today)])) as Record<Section, Learning[]>,
    [all, today],
  );
  const first = SECTIONS.find((name) => sections[name].length > 0) ?? 'all';
  const asked = SECTIONS.find((name) => name === search.get('section'));
  const shown = asked ?? first;
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
            type={name === shown ? 'primary' : 'default'}
            aria-pressed={name === shown}
            onClick={() => setSearch({ section: name }, { replace: true })}
          >
            {t(`learner.section.${name}`)}{' '}
            <span className="sg-number">{formatCount(sections[name].length, i18n.language)}</span>
          </Button>
        ))}
      </Flex>
      {sections[shown].length === 0 ? (
        <section className="sg-card">
          <StatePanel
            drawing="empty"
            title={t(`learner.empty.${shown}.title`)}
            text={t(`learner.empty.${shown}.text`)}
          />
        </section>
      ) : (
        <ul className="lr-cards sg-stack sg-gap-16">
          {sections[shown].map((learning) => (
            <li key={learning.assignment.assignment_id}>
              <TrainingCard learning={learning} today={today} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
