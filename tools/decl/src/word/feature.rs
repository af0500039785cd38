//! Features: modules of an integration that an operator can switch off per call.

super::vocabulary! {
    /// A module switch `[odoo] features_*`; its tools stay listed and are refused at the call.
    Feature {
        /// Leads and opportunities.
        Crm = "crm" / "features_crm",
        /// Sales orders.
        Sale = "sale" / "features_sale",
        /// Stock and products.
        Inventory = "inventory" / "features_inventory",
        /// Invoices and payments.
        Accounting = "accounting" / "features_accounting",
        /// Projects; off by default.
        Project = "project" / "features_project",
        /// Human resources; off by default.
        Hr = "hr" / "features_hr",
    }
}
