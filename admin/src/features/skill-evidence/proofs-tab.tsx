import { lazyComponent } from '@/components/lazy-component';
import type { Row } from '@/crud/resource-module';

const ProofsPanel = lazyComponent(() => import('./proofs/proofs-panel').then((m) => m.ProofsPanel));

export const renderProofs = (row: Row) => <ProofsPanel id={row.id} />;
