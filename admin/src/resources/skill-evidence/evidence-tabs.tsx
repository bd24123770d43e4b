import { withPart } from '@/client/text-files';
import { later } from '@/kit/later';
import type { Row } from '@/kit/module';

const ProofsPanel = later(() =>
  withPart(
    'proofs',
    import('./proofs/proofs-panel').then((m) => m.ProofsPanel),
  ),
);

export const showProofs = (row: Row) => <ProofsPanel id={row.id} />;
