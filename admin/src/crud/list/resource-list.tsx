import { type ReactNode } from 'react';
import type { CrudFilter } from '@refinedev/core';
import { Navigate, useNavigate } from 'react-router';
import { useRoom } from './column-fit';
import { useColumns } from './columns';
import { later } from '@/components/later';
import { ListActions } from './list-actions';
import { BulkBar } from './list-bulk-bar';
import { ColumnChooser } from './list-columns';
import { QuotaLine } from './list-create';
import { ListFilters } from './list-filters';
import { useListRows } from './list-rows';
import { SearchBox } from './list-search';
import { isNarrowed, narrowedBy, turnedTo } from './list-state';
import { ListPager } from './pager';
import { lastPageInstead, pagerTotal, useLastPage, useRowsLabel } from './paging';
import { ListBody, NeverUsed, NoMatch } from './list-states';
import { ListCards, ListTable } from './list-table';
import { useListState, useUrlKey } from './list-url';
import type { ResourceModule } from '../module';
import { PageHeader } from '@/components/page-header';
import { RouteTabs } from '../show/related-tabs';
import { useRemovals } from '../removal/removals';
import { useRowRights } from './row-menu';
import { useSelection } from './selection';
import { OfflineBanner } from '@/components/states';
import { useNarrow } from '@/components/use-narrow';
import { useWords } from '@/components/words';
import '@/components/kit.css';

const ResourceForm = later(() => import('../form/resource-form').then((m) => m.ResourceForm));
const ResourceShow = later(() => import('../show/resource-show').then((m) => m.ResourceShow));

/**
 * The generated list page of a resource: header, filters, table or cards, and the drawers that its address opens
 * (`?show=id`, `?edit=id`, `?edit=new`). `within` narrows the list for good, outside the user's filters.
 */
export function ResourceList(props: {
  module: ResourceModule;
  within?: CrudFilter[];
  preset?: Record<string, unknown>;
  /** Part of another page, which has its own heading. */
  embedded?: boolean;
  /** Instead of the invitation to make the first row, where `within` leaves none. */
  none?: ReactNode;
}) {
  const { module, within = [], embedded = false } = props;
  const { definition } = module;
  const words = useWords(definition);
  const narrow = useNarrow();
  // Known before the rows come, so that they are drawn once.
  const [place, room] = useRoom();
  const navigate = useNavigate();
  const [state, change] = useListState(definition);
  const [editing, edit] = useUrlKey('edit');
  const [showing, show] = useUrlKey('show');
  const [columns, chooseColumns, chosen] = useColumns(module);
  const rights = useRowRights(module);
  const { query, waiting, behind, filters, sorters, ends, ...answer } = useListRows(definition, state, within);
  const selection = useSelection(JSON.stringify(filters));
  const removed = useRemovals(definition.name);
  const rows = answer.rows.filter(({ id }) => !removed.has(String(id)));
  const total = Math.max(0, answer.total - (answer.rows.length - rows.length));
  const { exact = true, first, last } = ends;
  const paged = pagerTotal({ total, exact }, state, answer.rows.length);
  const isSettled = query.isSuccess && !waiting && !behind;
  useLastPage(isSettled ? lastPageInstead({ total, exact }, state, rows.length) : null, (page) =>
    change(turnedTo(state, page, {}), true),
  );

  const pageOf = rights.edit ? module.rowPage : undefined;
  const openPage =
    pageOf &&
    ((id: string) => {
      const row = rows.find((each) => each.id === id);
      if (row) void navigate(pageOf(row));
    });
  const { showPage } = module;
  const look = showPage ? (id: string) => void navigate(showPage(id)) : show;
  const canSelect = Boolean(module.bulkActions?.length) && rights.command;
  const list = {
    module,
    rows,
    columns,
    chosen,
    state,
    change,
    busy: behind && (query.isFetching || !query.isPlaceholderData),
    selection: canSelect ? selection : undefined,
    show: openPage ?? look,
    edit: openPage ?? edit,
  };
  const neverUsed = query.isSuccess && !waiting && total === 0 && !isNarrowed(state);
  const actions = (
    <ListActions
      module={module}
      columns={columns}
      filters={filters}
      sorters={sorters}
      total={total}
      neverUsed={neverUsed}
      create={() => edit('new')}
    />
  );
  // A link to the drawer that stood here, or one made without knowing of the page.
  if (showing && showPage) return <Navigate replace to={showPage(showing)} />;
  return (
    <div className="kit-list">
      {!embedded && <PageHeader title={words.title} sentence={words.sentence} actions={!neverUsed && actions} />}
      {!embedded && <RouteTabs />}
      <OfflineBanner />
      <QuotaLine module={module} />
      {!embedded && module.intro && <module.intro />}
      <div className="kit-panel">
        {!neverUsed && (
          <div className="kit-toolbar sg-row sg-wrap sg-gap-8 sg-line-below">
            <SearchBox module={module} state={state} change={change} />
            <ListFilters definition={definition} state={state} change={change} />
            <span className="kit-toolbar-end sg-row sg-wrap sg-to-end sg-gap-8">
              <RowCount loading={!query.isSuccess || waiting} total={total} exact={exact} />
              {!narrow && <ColumnChooser module={module} columns={columns} choose={chooseColumns} />}
              {embedded && actions}
            </span>
          </div>
        )}
        {canSelect && selection.ids.length > 0 && (
          <BulkBar module={module} selection={selection} filters={filters} counted={{ total, exact }} />
        )}
        <div ref={place} />
        <ListBody
          loading={waiting}
          // Rows that are still there are worth more than the message that they could not be refreshed.
          error={query.isError && (!query.data || query.isPlaceholderData) ? query.error : null}
          retry={() => void query.refetch()}
          empty={total === 0}
          emptyState={
            neverUsed && props.none ? (
              props.none
            ) : neverUsed ? (
              <NeverUsed module={module} create={() => edit('new')} />
            ) : (
              <NoMatch clear={() => change(narrowedBy(state, { q: '', filters: [] }))} />
            )
          }
        >
          {narrow ? <ListCards {...list} /> : room !== undefined && <ListTable {...list} room={room} />}
        </ListBody>
        <ListPager state={state} change={change} total={paged} ends={behind ? {} : { first, last }} />
      </div>
      {editing && (
        <ResourceForm
          module={module}
          id={editing}
          preset={props.preset ?? {}}
          onClose={() => edit(null)}
          onSaved={(row, stays) => void (pageOf && !stays && navigate(pageOf(row)))}
        />
      )}
      {showing && !editing && (
        <ResourceShow
          module={module}
          id={showing}
          onClose={() => show(null)}
          onEdit={rights.edit ? () => edit(showing) : undefined}
        />
      )}
    </div>
  );
}

function RowCount({ loading, total, exact }: { loading: boolean; total: number; exact: boolean }) {
  const rowsLabel = useRowsLabel();
  return (
    <span className="kit-count sg-soft" aria-live="polite">
      {!loading && rowsLabel({ total, exact })}
    </span>
  );
}
