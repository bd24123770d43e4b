import type { ReactNode } from 'react';
import { Descriptions } from 'antd';
import { useIsMobile } from '@/components/use-is-mobile';
import '@/components/kit.css';

export interface DescriptionItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly children: ReactNode;
}

/** antd's Descriptions: labels above values, one column on phones. */
export function DescriptionList({ items, columns = 2 }: { items: readonly DescriptionItem[]; columns?: 1 | 2 | 3 }) {
  const isMobile = useIsMobile();
  return (
    <Descriptions
      className="kit-facts"
      layout="vertical"
      colon={false}
      column={isMobile ? 1 : columns}
      items={[...items]}
    />
  );
}
