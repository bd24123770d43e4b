/** MySQL truncates GROUP_CONCAT at 1,024 characters by default; the matrix packs a person's row with it. */
import { SkillLedgerService } from '../../src/modules/skills/skill-ledger.service';
import { startApp } from '../support/app';
import { TestMariaDb } from '../support/test-mariadb';
import { openPlant } from '../support/plant';

const SKILLS = 60;

describe('a server with small session defaults', () => {
  let server: TestMariaDb;
  beforeAll(async () => {
    server = await TestMariaDb.create();
    await server.start();
  });
  afterAll(() => server?.cleanUp());

  // Both URL schemes lead to the same server; only the session settings differ.
  it.each(['mariadb', 'mysql'])('returns every matrix completely with a URL of %s', async (kind) => {
    const running = await startApp({ env: { DATABASE_URL: server.url.replace(/^\w+/, kind) } });
    try {
      const plant = await openPlant(running, { staff: 5 });
      const { staff_id } = await plant.createStaff();
      const skills: string[] = [];
      for (let n = 0; n < SKILLS; n++) skills.push((await plant.createSkill()).skill_id);
      await running.app.get(SkillLedgerService, { strict: false }).grant(
        plant.tenant,
        skills.map((skill_id) => ({
          staff_id,
          skill_id,
          kind: 'prior' as const,
          level: 3,
          effective_date: '2025-01-10',
          valid_until: null,
          source_type: 'hand' as const,
        })),
      );
      const changes = skills.map((skill_id) => ({ staff_id, skill_id, level: 3, from_date: '2025-01-01' }));
      expect((await plant.api.put('/api/skill-targets/grid', { changes })).status).toBe(200);
      for (const path of ['skill-matrix', 'skill-matrix-datewise', 'targeted-skills']) {
        const reply = await plant.api.get(`/api/reports/${path}`);
        expect(reply).toMatchObject({ status: 200, body: { totals: { closing: { required: SKILLS } } } });
        expect(reply.body.cells).toHaveLength(SKILLS);
      }
      const summary = await plant.api.get('/api/reports/skill-matrix/summary');
      expect(summary).toMatchObject({ status: 200, body: { totals: { closing: { compliant: SKILLS } } } });
    } finally {
      await running.close();
    }
  });
});
