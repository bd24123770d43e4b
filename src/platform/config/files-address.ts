import type { BucketAddress, FilesAddress } from './config';
import { ConfigError } from './config-error';
import { path, urlOf } from './variables';

type Read = (name: string) => string | undefined;

const EXAMPLE = 's3://skilgrid-files?endpoint=https://s3.eu-central-1.amazonaws.com&region=eu-central-1';
const KNOWN = ['endpoint', 'region', 'style'];
/** As S3 has it; a name with dots would need a certificate of its own. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** FILES_URL with what belongs to it. @throws ConfigError */
export function filesAddress(root: string, value: string, read: Read): FilesAddress {
  if (value.startsWith('s3:')) return bucketAddress(value, read);
  const folder = value.startsWith('file:') ? value.slice('file:'.length).replace(/^\/\/(?=\/)/, '') : '';
  if (folder === '') throw new ConfigError('FILES_URL', 'must begin with file: or s3://', 'file:./data/files');
  return { kind: 'folder', path: path(root, folder) };
}

/** An address is shown, copied and logged: no secret may stand in it, and none is repeated in the message. */
function bucketAddress(value: string, read: Read): BucketAddress {
  const url = urlOf('FILES_URL', value, ['s3:'], EXAMPLE);
  const wrong = (what: string): ConfigError => new ConfigError('FILES_URL', what, EXAMPLE);
  const asked = [...url.searchParams.keys()];
  if (url.username || url.password || asked.some((name) => /key|secret|token|password|credential/i.test(name)))
    throw wrong('may not carry keys: they go into S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  if (asked.some((name) => !KNOWN.includes(name)) || new Set(asked).size < asked.length)
    throw wrong(`takes ${KNOWN.join(', ')} after its question mark, each once`);
  if (!BUCKET.test(url.hostname) || url.port || !['', '/'].includes(url.pathname) || url.hash)
    throw wrong('must name a bucket (lower case letters, digits, hyphens) and nothing below it');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!/^[a-z0-9-]{1,60}$/i.test(region)) throw wrong('has a region that is none');
  const style = url.searchParams.get('style') ?? 'host';
  if (!['host', 'path'].includes(style)) throw wrong('has a style that is neither host nor path');
  const key_id = read('S3_ACCESS_KEY_ID');
  const secret = read('S3_SECRET_ACCESS_KEY');
  const needed = 'is required where FILES_URL names object storage';
  if (!key_id) throw new ConfigError('S3_ACCESS_KEY_ID', needed, 'AKIAEXAMPLE');
  if (!secret) throw new ConfigError('S3_SECRET_ACCESS_KEY', needed, '<the secret that belongs to S3_ACCESS_KEY_ID>');
  const endpoint = endpointOf(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`, wrong);
  return { kind: 's3', bucket: url.hostname, endpoint, region, path_style: style === 'path', key_id, secret };
}

function endpointOf(value: string, wrong: (what: string) => ConfigError): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || !['', '/'].includes(url.pathname))
    throw wrong('has an endpoint that is no origin (https://host, no path)');
  if (url.username || url.password || url.search)
    throw wrong('may not carry keys: they go into S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  return url.origin;
}
