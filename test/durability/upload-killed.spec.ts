import { testKilledUpload } from '../support/killed-upload';

describe('an upload into a folder whose server is killed', () => testKilledUpload(() => ({})));
