import type { ReactNode } from 'react';
import { Descriptions } from 'antd';
import { useNarrow } from '@/components/use-narrow';
import '@/components/kit.css';

export interface Fact {
  readonly key: string;
  readonly label: ReactNode;
  readonly children: ReactNode;
}

/** What is known of one thing: each name above its value, two beside one another where there is room. */
export function Facts({ facts, columns = 2 }: { facts: readonly Fact[]; columns?: 1 | 2 | 3 }) {
  const narrow = useNarrow();
  return (
    <Descriptions
      className="kit-facts"
      layout="vertical"
      colon={false}
      column={narrow ? 1 : columns}
      items={[...facts]}
    />
  );
}
