import { testUploads } from '../support/video-uploads';

describe('uploads in parts, kept in a folder', () => testUploads(() => ({})));
