import { later } from '@/kit/later';
import type { Row } from '@/kit/module';

const ProofsPanel = later(() => import('./proofs/proofs-panel').then((m) => m.ProofsPanel));

export const showProofs = (row: Row) => <ProofsPanel id={row.id} />;
