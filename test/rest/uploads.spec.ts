import { uploadsHold } from '../support/uploads';

describe('uploads in parts, kept in a folder', () => uploadsHold(() => ({})));
