import { useRef, type MouseEvent } from 'react';
import { Checkbox, Flex, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { columnAlign, RowCell } from '@/crud/list/cells';
import type { ResourceModule, Row } from '@/crud/resource-module';
import { useIsMobile } from '@/components/use-is-mobile';
import { useResourceLabels } from '@/components/resource-labels';

/** Rows of a picker: a click selects the row, Shift+click the range. On a phone a list instead of a table. */
export function PickerRows(props: {
  module: ResourceModule;
  columns: readonly string[];
  rows: readonly Row[];
  busy: boolean;
  selectedIds: readonly string[];
  onSelectionChange: (ids: readonly string[]) => void;
}) {
  const { module, rows, columns, selectedIds, onSelectionChange } = props;
  const { definition } = module;
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  const isMobile = useIsMobile();
  const lastIndex = useRef<number | null>(null);
  const selectedSet = new Set(selectedIds);
  const selectedCount = rows.filter((row) => selectedSet.has(row.id)).length;

  function toggleRow(index: number, isRange: boolean): void {
    const row = rows[index];
    if (!row) return;
    const isSelecting = !selectedSet.has(row.id);
    const from = isRange && lastIndex.current !== null ? Math.min(lastIndex.current, index) : index;
    const to = isRange && lastIndex.current !== null ? Math.max(lastIndex.current, index) : index;
    const rangeIds = rows.slice(from, to + 1).map((each) => each.id);
    lastIndex.current = index;
    onSelectionChange(
      isSelecting ? [...new Set([...selectedIds, ...rangeIds])] : selectedIds.filter((id) => !rangeIds.includes(id)),
    );
  }
  const onRowClick = (index: number) => (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest('a, button, label, input') || getSelection()?.toString()) return;
    toggleRow(index, event.shiftKey);
  };
  const renderCheckbox = (row: Row, index: number) => (
    <Checkbox
      aria-label={t('kit.list.select_row', { name: labels.rowTitle(row) })}
      checked={selectedSet.has(row.id)}
      onChange={(event) => toggleRow(index, event.nativeEvent.shiftKey)}
    />
  );
  if (isMobile) {
    return (
      <ul className="asg-cards sg-lines" aria-busy={props.busy}>
        {rows.map((row, index) => (
          <Flex
            component="li"
            align="center"
            gap={12}
            key={row.id}
            data-row
            data-on={selectedSet.has(row.id)}
            onClick={onRowClick(index)}
          >
            {renderCheckbox(row, index)}
            <div>
              <strong>{labels.rowTitle(row)}</strong>
              <Flex wrap gap="4px 12px" className="sg-small sg-soft">
                {columns
                  .filter((name) => row[name] !== null)
                  .map((name) => (
                    <span key={name}>
                      <RowCell {...{ module, name, row }} />
                    </span>
                  ))}
              </Flex>
            </div>
          </Flex>
        ))}
      </ul>
    );
  }
  return (
    <Table<Row>
      className={props.busy ? 'kit-table asg-table kit-busy' : 'kit-table asg-table'}
      aria-busy={props.busy}
      rowKey="id"
      size="small"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={[...rows]}
      columns={[
        {
          key: 'title',
          title: t('assign.name'),
          rowScope: 'row',
          className: 'asg-name',
          render: (_: unknown, row: Row) => labels.rowTitle(row),
        },
        ...columns.map((name) => ({
          key: name,
          title: labels.field(name),
          align: columnAlign(definition.fields[name]?.kind ?? 'text'),
          render: (_: unknown, row: Row) => <RowCell {...{ module, name, row }} />,
        })),
      ]}
      rowSelection={{
        selectedRowKeys: [...selectedIds],
        columnWidth: 44,
        columnTitle: (
          <Checkbox
            aria-label={t('kit.list.select_page')}
            checked={selectedCount === rows.length}
            indeterminate={selectedCount > 0 && selectedCount < rows.length}
            onChange={(event) => {
              const pageIds = rows.map((row) => row.id);
              onSelectionChange(
                event.target.checked
                  ? [...new Set([...selectedIds, ...pageIds])]
                  : selectedIds.filter((id) => !pageIds.includes(id)),
              );
            }}
          />
        ),
        renderCell: (_checked, row, index) => renderCheckbox(row, index),
      }}
      onRow={(_row, index) => ({ 'data-row': true, onClick: onRowClick(index ?? 0) })}
    />
  );
}
