import { Checkbox, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Field, FieldKind } from '@contract/fields';
import { alignOf, RowCell } from './cells';
import { fitted, headWidth, isElastic, statusWidth, usualPriority, type Fitting } from './column-fit';
import { narrowedBy, sortedBy, type ListState, type Sorting } from './list-state';
import type { ResourceModule, Row } from '../module';
import { useRowTitles } from '../names';
import { RowMenu, useDirectCommand, useRowRights } from './row-menu';
import { isRowClick, RowOpener } from './row-opener';
import type { Selection } from './selection';
import { useWords } from '@/components/words';

interface ListProps {
  readonly module: ResourceModule;
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
  /** Somebody chose these columns: none of them leaves. */
  readonly chosen: boolean;
  readonly state: ListState;
  readonly change: (state: ListState) => void;
  readonly busy: boolean;
  /** Absent where nothing can be done to several rows. */
  readonly selection?: Selection | undefined;
  readonly show: (id: string) => void;
  readonly edit: (id: string) => void;
}

const WIDTHS: Partial<Record<FieldKind, number>> = {
  email: 220,
  ref: 150,
  phone: 160,
  url: 220,
  choice: 120,
  day: 130,
  instant: 190,
  flag: 90,
  level: 90,
  whole: 96,
  money: 130,
  color: 120,
  refMany: 220,
};

const widthOf = (field: Field): number =>
  WIDTHS[field.kind] ?? ((field.max ?? 100) <= 40 ? 120 : (field.max ?? 100) <= 100 ? 140 : 240);

/** A column head: a click sorts by it alone, with Shift besides the others. */
function Head(props: {
  label: string;
  order: Sorting['order'] | undefined;
  place: number | undefined;
  sort: ((adding: boolean) => void) | undefined;
}) {
  const { label, order, place, sort } = props;
  const { t } = useTranslation();
  if (!sort) return <>{label}</>;
  return (
    <button
      type="button"
      className="kit-sort sg-press sg-inline sg-gap-4"
      title={t('kit.list.sort_hint')}
      onClick={(event) => sort(event.shiftKey)}
    >
      <span className="sg-clip">{label}</span>
      <span className="kit-sort-mark" data-order={order ?? 'none'} aria-hidden="true">
        {order === 'desc' ? <CaretDownOutlined /> : <CaretUpOutlined />}
        {place}
      </span>
    </button>
  );
}

/** The order in force, the definition's own included, so that the head tells what the eye sees. */
function orderOf({ state, module }: ListProps, name: string): { order?: Sorting['order']; place?: number } {
  const sort =
    state.sort.length > 0 ? state.sort : module.definition.default_sort.map(([field, order]) => ({ field, order }));
  const index = sort.findIndex(({ field }) => field === name);
  const found = sort[index];
  return found ? { order: found.order, ...(state.sort.length > 1 && { place: index + 1 }) } : {};
}

/** The menu's column and that of the check boxes. */
const MENU = 52;
const CHECK = 44;

/** `room`: pixels for all columns. */
export function ListTable(props: ListProps & { readonly room: number }) {
  const { module, rows, state, change, busy, selection, show, edit, room } = props;
  const { definition } = module;
  const { t } = useTranslation();
  const words = useWords(definition);
  const titleOf = useRowTitles(definition, rows);
  const rights = useRowRights(module);
  const run = useDirectCommand(definition);
  const wanted = props.columns.flatMap((name): Fitting[] => {
    const field = definition.fields[name];
    if (!field) return [];
    const width = module.widths?.[name] ?? widthOf(field);
    const priority = module.priorities?.[name] ?? usualPriority(name, field, definition.title);
    // What somebody chose is shown, if need be by scrolling.
    const tags = field.status ? (field.choices ?? []).map((choice) => words.choice(name, choice)) : [];
    const head = Math.max(headWidth(words.field(name), Boolean(field.sort)), statusWidth(tags));
    return [{ name, width, head, priority: props.chosen ? 1 : priority, elastic: isElastic(field.kind) }];
  });
  const shownColumns = fitted(wanted, room - MENU - (selection ? CHECK : 0));
  const fields = shownColumns.map(({ name, width }) => [name, definition.fields[name]!, width] as const);
  // What names the row opens it, unless it is a link itself.
  const openable = fields.filter(
    ([name, { kind }]) => kind !== 'email' && kind !== 'url' && !module.links?.includes(name),
  );
  const [opening] =
    openable.find(([name]) => (definition.title as readonly string[]).includes(name)) ?? openable[0] ?? [];
  const width = fields.reduce((sum, [, , each]) => sum + each, MENU + (selection ? CHECK : 0));
  // antd measures a table that scrolls and draws it again; most fit.
  const scrolls = width > room;
  const shown: ColumnsType<Row> = [
    ...fields.map(([name, field, width]) => {
      const { order, place } = orderOf(props, name);
      return {
        key: name,
        dataIndex: name,
        title: (
          <Head
            label={words.field(name)}
            order={order}
            place={place}
            sort={
              field.sort
                ? (adding) => change(narrowedBy(state, { sort: sortedBy(state.sort, name, adding) }))
                : undefined
            }
          />
        ),
        width,
        align: alignOf(field.kind),
        className: `kit-${alignOf(field.kind)}`,
        ellipsis: { showTitle: false },
        onHeaderCell: () =>
          ({ 'aria-sort': order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined }) as object,
        render: (_: unknown, row: Row) => {
          const cell = <RowCell {...{ module, name, row }} />;
          if (name !== opening) return cell;
          const label = row[name] === null ? titleOf(row) : undefined;
          return (
            <RowOpener onOpen={() => show(row.id)} label={label}>
              {cell}
            </RowOpener>
          );
        },
      };
    }),
    {
      key: 'menu',
      width: MENU,
      ...(scrolls && { fixed: 'right' as const }),
      align: 'end' as const,
      title: <span className="sg-visually-hidden">{t('kit.list.actions')}</span>,
      render: (_value: unknown, row: Row) => (
        <RowMenu
          {...{ module, row, rights, run, name: titleOf(row) }}
          show={() => show(row.id)}
          edit={() => edit(row.id)}
        />
      ),
    },
  ];
  return (
    <Table<Row>
      className={busy ? 'kit-table kit-busy' : 'kit-table'}
      aria-busy={busy}
      rowKey="id"
      size="small"
      columns={shown}
      dataSource={rows as Row[]}
      pagination={false}
      tableLayout="fixed"
      {...(scrolls && { scroll: { x: width } })}
      {...(selection && {
        rowSelection: {
          selectedRowKeys: [...selection.ids],
          preserveSelectedRowKeys: true,
          onChange: (keys) => selection.set(keys.map(String)),
          columnWidth: CHECK,
          getTitleCheckboxProps: () => ({ 'aria-label': t('kit.list.select_page') }) as object,
          getCheckboxProps: (row: Row) =>
            ({ 'aria-label': t('kit.list.select_row', { name: titleOf(row) }) }) as object,
        },
      })}
      onRow={(row) => ({
        onClick: (event) => {
          if (isRowClick(event)) show(row.id);
        },
      })}
    />
  );
}

/** The same rows on a phone: one card each, the naming fields on top. */
export function ListCards({ module, rows, columns, busy, selection, show, edit }: ListProps) {
  const { definition } = module;
  const { t } = useTranslation();
  const words = useWords(definition);
  const titleOf = useRowTitles(definition, rows);
  const rights = useRowRights(module);
  const run = useDirectCommand(definition);
  const details = columns.filter((name) => !(definition.title as readonly string[]).includes(name));
  return (
    <ul className={busy ? 'kit-cards kit-busy' : 'kit-cards'} aria-busy={busy}>
      {rows.map((row) => (
        <li key={row.id} className="kit-card">
          <div className="sg-row sg-gap-8">
            {selection && (
              <Checkbox
                aria-label={t('kit.list.select_row', { name: titleOf(row) })}
                checked={selection.ids.includes(row.id)}
                onChange={(event) =>
                  selection.set(
                    event.target.checked ? [...selection.ids, row.id] : selection.ids.filter((id) => id !== row.id),
                  )
                }
              />
            )}
            <button type="button" className="kit-card-title" onClick={() => show(row.id)}>
              {titleOf(row)}
            </button>
            <RowMenu
              {...{ module, row, rights, run, name: titleOf(row) }}
              show={() => show(row.id)}
              edit={() => edit(row.id)}
            />
          </div>
          <dl className="kit-card-facts sg-stack sg-gap-8-16">
            {details.map((name) => {
              const field = definition.fields[name];
              return (
                field && (
                  <div key={name}>
                    <dt>{words.field(name)}</dt>
                    <dd>
                      <RowCell {...{ module, name, row }} />
                    </dd>
                  </div>
                )
              );
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}
