import { useState, type KeyboardEvent } from 'react';
import { Button, Input, Pagination, Skeleton } from 'antd';
import { SearchOutlined } from '@ant-design/icons';
import { useList, useNotification, type HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PageFacts } from '@/api/data';
import { matchingRows } from '@/api/data';
import { ListFilters } from '@/crud/list/list-filters';
import { crudSorters, isNarrowed, narrowedBy, PAGE_SIZES, turnedTo, type ListState } from '@/crud/list/list-state';
import type { ResourceModule, Row } from '@/crud/module';
import { countedIn, pagerTotal, useAllLabel, useRowsLabel } from '@/crud/list/paging';
import { FailedState, StatePanel } from '@/components/states';
import { useTypedSearch } from '@/crud/list/typed-search';
import { useErrorWords, useWords } from '@/components/words';
import { PickerRows } from './picker-rows';
import { definitionWithin, filtersWithin, type Within } from './within';

/** Chooses many rows of a resource by search and filter; what is chosen outlives the page and the filter it was found by. */
export function Picker(props: {
  module: ResourceModule;
  /** Besides the naming one. */
  columns: readonly string[];
  /** Always in force: published trainings, active staff. */
  within: Within;
  state: ListState;
  change: (state: ListState) => void;
  chosen: readonly string[];
  choose: (ids: readonly string[]) => void;
}) {
  const { module, within, state, change, chosen, choose } = props;
  const { definition } = module;
  const { t } = useTranslation();
  const words = useWords(definition);
  const errorWords = useErrorWords();
  const { open: notify } = useNotification();
  const [typed, setTyped] = useTypedSearch(state.q, (q) => change(narrowedBy(state, { q })));
  const [fetching, setFetching] = useState(false);

  const filters = filtersWithin(within, state);
  const { query, result } = useList<Row, HttpError>({
    resource: definition.name,
    pagination: { currentPage: state.page, pageSize: state.size },
    filters,
    sorters: crudSorters(definition, state),
    meta: { seek: state.seek },
    errorNotification: false,
    queryOptions: { placeholderData: keepPreviousData },
  });
  const rows = query.data ? result.data : [];
  const { total, exact } = countedIn(query.data);
  const { first, last } = (query.data ?? {}) as PageFacts;
  const paged = pagerTotal({ total, exact }, state, rows.length);
  const all = useAllLabel({ total, exact });
  const rowsLabel = useRowsLabel();

  async function chooseMatching(): Promise<void> {
    setFetching(true);
    try {
      const found = await matchingRows<Row>(definition.name, filters, crudSorters(definition, state));
      choose([...new Set([...chosen, ...found.rows.map((row) => row.id)])]);
    } catch (error) {
      notify?.({ type: 'error', message: errorWords(error) });
    } finally {
      setFetching(false);
    }
  }
  // The arrows walk the check boxes, as in any list; Space ticks.
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const target = event.target as HTMLElement;
    const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row] input[type="checkbox"]')];
    const at = boxes.indexOf(target);
    if (at < 0 && target.getAttribute('type') !== 'search') return;
    event.preventDefault();
    boxes[at < 0 ? 0 : Math.max(0, Math.min(boxes.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus();
  };
  return (
    <div className="kit-panel" onKeyDown={walk}>
      <div className="kit-toolbar sg-row sg-wrap sg-gap-8 sg-line-below">
        <Input
          className="kit-search"
          type="search"
          allowClear
          autoFocus
          prefix={<SearchOutlined />}
          placeholder={t('kit.list.search')}
          aria-label={t('assign.search_in', { title: words.title })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ListFilters definition={definitionWithin(within, definition)} state={state} change={change} />
        <span className="kit-toolbar-end kit-count sg-row sg-wrap sg-to-end sg-gap-8 sg-soft" aria-live="polite">
          {query.isSuccess && rowsLabel({ total, exact })}
        </span>
      </div>
      <div
        className="asg-chosen sg-row sg-wrap sg-gap-8 sg-line-below"
        role="region"
        aria-label={t('assign.chosen_label')}
        data-some={chosen.length > 0}
      >
        <strong aria-live="polite">{t('kit.list.selected', { count: chosen.length })}</strong>
        {total > 0 && (
          <Button type="link" size="small" loading={fetching} onClick={() => void chooseMatching()}>
            {all.label}
          </Button>
        )}
        {chosen.length > 0 && (
          <Button type="text" size="small" onClick={() => choose([])}>
            {t('kit.list.select_none')}
          </Button>
        )}
      </div>
      {query.isError && <FailedState error={query.error} retry={() => void query.refetch()} />}
      {query.isLoading && (
        <div className="kit-skeleton">
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      )}
      {query.isSuccess && total === 0 && (
        <StatePanel
          drawing={isNarrowed(state) ? 'search' : 'empty'}
          title={isNarrowed(state) ? t('kit.no_match.title') : t(`assign.none.${definition.name}`)}
          text={isNarrowed(state) ? t('kit.no_match.text') : t(`assign.none_text.${definition.name}`)}
        />
      )}
      {rows.length > 0 && (
        <PickerRows
          module={module}
          columns={props.columns}
          rows={rows}
          busy={query.isPlaceholderData && query.isFetching}
          chosen={chosen}
          choose={choose}
        />
      )}
      {paged > PAGE_SIZES[0] && (
        <div className="kit-pages">
          <Pagination
            current={state.page}
            pageSize={state.size}
            total={paged}
            pageSizeOptions={[...PAGE_SIZES]}
            responsive
            showSizeChanger
            onChange={(page, size) =>
              change(
                size === state.size
                  ? turnedTo(state, page, query.isPlaceholderData ? {} : { first, last })
                  : { ...turnedTo(state, 1, {}), size },
              )
            }
          />
        </div>
      )}
    </div>
  );
}
