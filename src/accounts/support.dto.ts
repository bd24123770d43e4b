import { supportMessages } from '../contract/support-messages.resource';
import { rowDto, writeDto } from '../platform/definitions/dto';

export class SupportMessageWrite extends writeDto(supportMessages) {}
export class SupportMessageRowDto extends rowDto(supportMessages) {}
