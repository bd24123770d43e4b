import { later } from '@/components/later';
import type { Row } from '@/crud/module';

const ProofsPanel = later(() => import('./proofs/proofs-panel').then((m) => m.ProofsPanel));

export const showProofs = (row: Row) => <ProofsPanel id={row.id} />;
