-- Relations between workspaces, so that nobody reviews or promotes themselves.

create index saved_card_added_by on saved_card (added_by_person_id);
create index saved_card_brand on saved_card (brand_id);
