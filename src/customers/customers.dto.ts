import { customers } from '../contract/customers.resource';
import { changeDto, rowDto } from '../platform/definitions/dto';

export class CustomerChange extends changeDto(customers) {}
export class CustomerRowDto extends rowDto(customers) {}
