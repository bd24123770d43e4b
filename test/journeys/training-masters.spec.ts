import { addTraining } from '../support/authoring-steps';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { create, fill, openMenu, openOrganisation, press, readToast } from '../support/journey-steps';
import { archive, edit, openRelatedList, remove, rowOf } from '../support/master-steps';
import { sessionApi } from '../support/session-api';

describe('skills, training categories, locations and trainings', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('are created, edited, archived and deleted', async () => {
    const { page } = await openOrganisation(product, 'Slipway');
    await openMenu(page, 'Skil Master');
    await create(page, 'skill', { 'Skill code': 'FORK', Name: 'Forklift driving', Headcount: '2' });
    await edit(page, 'FORK Forklift driving', { Name: 'Heavy forklifts', Headcount: '7' });
    await rowOf(page, 'FORK Heavy forklifts').getByRole('cell', { name: '7', exact: true }).waitFor();
    await archive(page, 'FORK Heavy forklifts');

    await openMenu(page, 'Training Category');
    await create(page, 'category', { Code: 'SAFETY', Name: 'Safety at work' });
    await create(page, 'category', { Code: 'OFFICE', Name: 'Office' });
    await edit(page, 'Safety at work', { Name: 'Safety' });
    await remove(page, 'Office');

    await openMenu(page, 'Training List');
    await openRelatedList(page, 'Locations');
    await create(page, 'location', { Code: 'HALL-1', Name: 'Training hall', Seats: '16' });
    await edit(page, 'Training hall', { Name: 'Hall at the quay' });
    await remove(page, 'Hall at the quay');

    await addTraining(page, { code: 'FORK-1', title: 'Daily check', category: 'Safety' });
    await fill(page, { Title: 'Daily forklift check' });
    await press(page, 'Save');
    await readToast(page, 'was saved');
    await page.getByRole('heading', { level: 1, name: 'Daily forklift check' }).waitFor();
    await openMenu(page, 'Training List');
    await rowOf(page, 'FORK-1 Daily forklift check')
      .filter({ hasText: 'Safety' })
      .filter({ hasText: 'Draft' })
      .waitFor();
    await archive(page, 'FORK-1 Daily forklift check');

    // Leaving the page ends the time in which a deletion can be taken back.
    await page.goto('/category');
    await rowOf(page, 'Safety').waitFor();
    const api = await sessionApi(page);
    await comesTo(() => api.get('/api/training-locations'), []);
    await comesTo(async () => (await api.get('/api/training-categories')).length, 1);
  });
});
