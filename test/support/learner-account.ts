import type { ProductInBrowser } from './browser';
import type { SessionApi } from './session-api';

export interface LearnerAccount {
  staff_id: string;
  user_name: string;
  password: string;
}

const PASSWORD = 'seven-lanterns-in-the-fog';

/**
 * Creates a staff member who has accepted the invitation, through the API.
 * @param api of an admin
 */
export async function createLearnerAccount(
  product: ProductInBrowser,
  api: SessionApi,
  person: { staff_code: string; first_name: string; last_name: string } & Record<string, unknown>,
): Promise<LearnerAccount> {
  const email = `${person.staff_code.toLowerCase()}@learner.example`;
  const { staff_id } = await api.post('/api/staff', { joined: '2024-01-01', email, ...person });
  await api.post(`/api/staff/${staff_id}/invite`, { role: 'user' });
  const { link } = await product.mailTo(email);
  const { handle } = await api.post('/api/auth/password-reset/check', { token: link!.split('/reset/')[1] });
  await api.post('/api/auth/password-reset', { handle, password: PASSWORD });
  return { staff_id, user_name: email, password: PASSWORD };
}
