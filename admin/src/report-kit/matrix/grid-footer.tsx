import { Flex } from 'antd';

/**
 * Footer of a grid: keyboard hint and description of the active cell. `live`: announces changes of the description;
 * only for editable grids, because other cells already have accessible names.
 */
export function GridFooter(props: { id: string; hint: string; announcement: string; live?: boolean }) {
  const { id, hint, announcement, live = false } = props;
  return (
    <Flex className="kit-matrix-foot sg-small" wrap justify="space-between" gap="4px 16px">
      <span id={`${id}hint`} className="sg-faint">
        {hint}
      </span>
      <span className="sg-soft" aria-live={live ? 'polite' : undefined}>
        {announcement}
      </span>
    </Flex>
  );
}
