import { Button, Col, Input, Row } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import type { CrudFilter } from '@refinedev/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { TrainingRow } from '@contract/trainings.resource';
import { formatCount } from '@/components/format';
import { PageHeader } from '@/components/page-header';
import { Pager } from '@/crud/list/pager';
import { usePagedList, usePageParam } from '@/crud/list/use-paged-list';
import { ReferenceSelect } from '@/crud/form/reference-select';
import { QueryState, StatePanel } from '@/components/state-panels';
import { useLearnings, useOwnEnrolmentRequests, useCurrentStaff } from '../learner-data';
import { CardSkeleton } from '../learner-frame';
import { todayIn } from '@/components/dates';
import type { Learning } from '../learning';
import { CatalogueCard } from './catalogue-card';
import '../learner.css';

const PAGE_SIZE = 12;

/** The page "Assign Training" for a learner: the catalogue of published trainings. */
export function CataloguePage() {
  const { t, i18n } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const [page, goToPage] = usePageParam();
  const q = query.get('q') ?? '';
  const category = query.get('category_id') ?? '';
  const setFilter = (name: 'q' | 'category_id', value: string) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('page');
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: name === 'q' },
    );
  const filters: CrudFilter[] = [{ field: 'status', operator: 'in', value: ['published'] }];
  if (q) filters.push({ field: 'q', operator: 'eq', value: q });
  if (category) filters.push({ field: 'category_id', operator: 'in', value: [category] });
  const {
    query: list,
    rows,
    totalCount,
    pager,
  } = usePagedList<TrainingRow>({
    resource: 'trainings',
    filters,
    sorters: [{ field: 'title', order: 'asc' }],
    page,
    size: PAGE_SIZE,
    goToPage,
  });
  const { total, exact = true } = totalCount;
  return (
    <div className="lr-page">
      <PageHeader title={t('menu.assign_training')} sentence={t('learner.catalogue.sentence')} />
      <Row className="sg-mb-16" gutter={[12, 12]} align="middle">
        <Col xs={24} md={8}>
          <Input.Search
            allowClear
            defaultValue={q}
            aria-label={t('learner.catalogue.search')}
            placeholder={t('learner.catalogue.search')}
            enterButton={<Button icon={<SearchOutlined />} aria-label={t('kit.list.search')} />}
            onSearch={(searchText) => setFilter('q', searchText.trim())}
          />
        </Col>
        <Col xs={24} md={6}>
          <ReferenceSelect
            resource="training-categories"
            value={category || null}
            onChange={(id) => setFilter('category_id', typeof id === 'string' ? id : '')}
            clearable
            placeholder={t('learner.catalogue.category')}
            label={t('learner.catalogue.category')}
          />
        </Col>
        {list.data && (
          <Col className="sg-soft" aria-live="polite">
            {t(exact ? 'learner.catalogue.count' : 'learner.catalogue.count_more', {
              count: total,
              n: formatCount(total, i18n.language),
            })}
          </Col>
        )}
      </Row>
      {!list.data ? (
        <QueryState query={list} waiting={<CardSkeleton />} />
      ) : total === 0 ? (
        <section className="sg-card">
          <StatePanel
            drawing={q || category ? 'search' : 'empty'}
            title={t(q || category ? 'learner.catalogue.no_match' : 'learner.catalogue.empty')}
            text={t(q || category ? 'learner.catalogue.no_match_text' : 'learner.catalogue.empty_text')}
          />
        </section>
      ) : (
        <CatalogueGrid trainings={rows} />
      )}
      <Pager className="sg-mt-16" {...pager} />
    </div>
  );
}

function CatalogueGrid({ trainings }: { trainings: readonly TrainingRow[] }) {
  const { staffId, zone } = useCurrentStaff();
  const learnings = useLearnings(staffId);
  const enrolmentRequests = useOwnEnrolmentRequests(staffId);
  const today = todayIn(zone);
  const byTraining = useMemo(
    () => new Map<string, Learning>((learnings.data ?? []).map((each) => [each.assignment.training_id, each])),
    [learnings.data],
  );
  const requests = useMemo(
    () => new Map((enrolmentRequests.data ?? []).map((each) => [each.training_id, each])),
    [enrolmentRequests.data],
  );
  // While the own assignments are unknown, nothing is shown instead of "not assigned".
  const isKnown = staffId === null || learnings.isSuccess;
  return (
    <ul className="lr-shelf sg-stack sg-gap-16">
      {trainings.map((training) => (
        <li key={training.training_id}>
          <CatalogueCard
            training={training}
            learning={isKnown ? (byTraining.get(training.training_id) ?? null) : undefined}
            request={requests.get(training.training_id) ?? null}
            today={today}
          />
        </li>
      ))}
    </ul>
  );
}
