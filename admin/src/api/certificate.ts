import { keepFile, readFile } from './file';
import { API_ROOT } from './roots';

/** The document, drawn by the server and kept by the browser. Throws `ApiError` */
export async function downloadCertificate(id: string): Promise<void> {
  const { name, content } = await readFile(`certificates/${id}/file`, () => undefined);
  keepFile(name, content);
}

/** The page on which anybody sees whether it holds: the server's own, wherever the admin is served from. */
export const verifyAddress = (code: string): string => `${API_ROOT}/verify/${code}`;
