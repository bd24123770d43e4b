import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  big,
  choice,
  createTables,
  digest,
  dropTables,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** Files that prove a piece of evidence. */
export class EvidenceProofs0108 implements MigrationInterface {
  name = 'EvidenceProofs0108_1763600000108';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'evidence_proof',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          proof_id: uuid(),
          evidence_id: uuid(),
          staff_id: uuid(),
          format: choice(),
          name: text(255),
          bytes: big(),
          digest: digest(32),
          added_by: orNull(uuid()),
        },
        primary: ['customer_id', 'proof_id'],
        unique: [['customer_id', 'evidence_id', 'digest']],
        index: [['customer_id', 'staff_id']],
        foreign: [{ columns: ['customer_id', 'staff_id'], table: 'staff', onDelete: 'RESTRICT' }],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['evidence_proof']);
  }
}
