import { Flex } from 'antd';

/**
 * Below a grid: which keys there are, and what the active cell means. `live`: what is typed there changes it; else it is
 * heard by the cell's own name already, and here once more.
 */
export function GridFoot(props: { id: string; hint: string; announced: string; live?: boolean }) {
  const { id, hint, announced, live = false } = props;
  return (
    <Flex className="kit-matrix-foot sg-small" wrap justify="space-between" gap="4px 16px">
      <span id={`${id}hint`} className="sg-faint">
        {hint}
      </span>
      <span className="sg-soft" aria-live={live ? 'polite' : undefined}>
        {announced}
      </span>
    </Flex>
  );
}
