import { Button, Input, Pagination } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { useList, type CrudFilter, type HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { TrainingRow } from '@contract/trainings.resource';
import { formatCount } from '@/components/format';
import { PageHeader } from '@/components/page-header';
import { countedIn, lastPageInstead, pagerTotal, useLastPage } from '@/crud/list/paging';
import { ReferenceSelect } from '@/crud/form/reference-select';
import { FailedState, StatePanel } from '@/components/states';
import { useLearnings, useOwnRequests, useStaffId } from '../learner-data';
import { Waiting } from '../learner-frame';
import { todayIn } from '@/components/dates';
import type { Learning } from '../learning';
import { CatalogueCard } from './catalogue-card';
import './catalogue.css';

const PAGE = 12;

/** Assign Training as a learner sees it: what there is to learn, and what of it is theirs (screens.md §5). */
export function CataloguePage() {
  const { t, i18n } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(query.get('page')) || 1));
  const q = query.get('q') ?? '';
  const category = query.get('category_id') ?? '';
  const change = (name: string, value: string, replace = name === 'q') =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (name !== 'page') next.delete('page');
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace },
    );
  const filters: CrudFilter[] = [{ field: 'status', operator: 'in', value: ['published'] }];
  if (q) filters.push({ field: 'q', operator: 'eq', value: q });
  if (category) filters.push({ field: 'category_id', operator: 'in', value: [category] });
  const { query: list, result } = useList<TrainingRow, HttpError>({
    resource: 'trainings',
    pagination: { currentPage: page, pageSize: PAGE },
    filters,
    sorters: [{ field: 'title', order: 'asc' }],
    errorNotification: false,
    queryOptions: { placeholderData: keepPreviousData },
  });
  const { total, exact = true } = countedIn(list.data);
  const paged = pagerTotal({ total, exact }, { page, size: PAGE }, result.data.length);
  const isSettled = list.isSuccess && !list.isPlaceholderData;
  const last = isSettled ? lastPageInstead({ total, exact }, { page, size: PAGE }, result.data.length) : null;
  useLastPage(last, (to) => change('page', to > 1 ? String(to) : '', true));
  return (
    <div className="lr-page">
      <PageHeader title={t('menu.assign_training')} sentence={t('learner.catalogue.sentence')} />
      <div className="lr-shelf-tools sg-row sg-wrap sg-gap-12">
        <Input.Search
          allowClear
          defaultValue={q}
          aria-label={t('learner.catalogue.search')}
          placeholder={t('learner.catalogue.search')}
          enterButton={<Button icon={<SearchOutlined />} aria-label={t('kit.list.search')} />}
          onSearch={(words) => change('q', words.trim())}
        />
        <ReferenceSelect
          resource="training-categories"
          value={category || null}
          onChange={(id) => change('category_id', typeof id === 'string' ? id : '')}
          clearable
          placeholder={t('learner.catalogue.category')}
          label={t('learner.catalogue.category')}
        />
        {list.data && (
          <span className="sg-soft" aria-live="polite">
            {t(exact ? 'learner.catalogue.count' : 'learner.catalogue.count_more', {
              count: total,
              n: formatCount(total, i18n.language),
            })}
          </span>
        )}
      </div>
      {list.isError ? (
        <FailedState error={list.error} retry={() => void list.refetch()} />
      ) : !list.data ? (
        <Waiting />
      ) : total === 0 ? (
        <section className="sg-card">
          <StatePanel
            drawing={q || category ? 'search' : 'empty'}
            title={t(q || category ? 'learner.catalogue.no_match' : 'learner.catalogue.empty')}
            text={t(q || category ? 'learner.catalogue.no_match_text' : 'learner.catalogue.empty_text')}
          />
        </section>
      ) : (
        <Shelf trainings={result.data} />
      )}
      {paged > PAGE && (
        <Pagination
          className="lr-shelf-pages"
          current={page}
          pageSize={PAGE}
          total={paged}
          showSizeChanger={false}
          onChange={(next) => change('page', next > 1 ? String(next) : '')}
        />
      )}
    </div>
  );
}

function Shelf({ trainings }: { trainings: readonly TrainingRow[] }) {
  const { staffId, zone } = useStaffId();
  const mine = useLearnings(staffId);
  const asked = useOwnRequests(staffId);
  const today = todayIn(zone);
  const byTraining = useMemo(
    () => new Map<string, Learning>((mine.data ?? []).map((each) => [each.assignment.training_id, each])),
    [mine.data],
  );
  const requests = useMemo(() => new Map((asked.data ?? []).map((each) => [each.training_id, each])), [asked.data]);
  // Whose they are is not known yet, or could not be asked: nothing is said, rather than "not assigned".
  const known = staffId === null || mine.isSuccess;
  return (
    <ul className="lr-cards lr-shelf sg-stack sg-gap-16">
      {trainings.map((training) => (
        <li key={training.training_id}>
          <CatalogueCard
            training={training}
            learning={known ? (byTraining.get(training.training_id) ?? null) : undefined}
            request={requests.get(training.training_id) ?? null}
            today={today}
          />
        </li>
      ))}
    </ul>
  );
}
