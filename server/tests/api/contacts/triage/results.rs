//! Results of contacts: the funnel, values and times to the first reply.

use super::*;

#[tokio::test]
async fn results_count_the_stages_that_contacts_reached() {
    let server = start().await;
    let staff = server.editor().await;
    let me = staff.user_id().await;
    let old = send(&server, "Antiga").await;
    server.advance(TimeDelta::days(40));
    let staff = server.editor().await;
    let mut ids = Vec::new();
    for name in ["Ana", "Bia", "Caio", "Davi"] {
        ids.push(send(&server, name).await);
    }
    server.send_contact(&new_contact_with(&json!({"website": "robo"}))).await;
    let set_stage = async |id: &str, change: Value| {
        staff.put(&format!("{}/stage", path(id)), &change).await.expect(StatusCode::OK);
    };
    set_stage(&old, json!({"stage": "won", "value_cents": 1000})).await;
    set_stage(&ids[0], json!({"stage": "won", "value_cents": 500})).await;
    set_stage(&ids[1], json!({"stage": "proposal"})).await;
    set_stage(&ids[1], json!({"stage": "lost", "lost_reason": "price"})).await;
    set_stage(&ids[2], json!({"stage": "talking"})).await;
    staff.put(&path(&ids[0]), &json!({"assigned_to": me})).await.expect_success();
    for (id, minutes) in [(&ids[0], 10), (&ids[1], 20), (&ids[2], 60)] {
        server.advance(TimeDelta::minutes(minutes));
        let staff = server.editor().await;
        set_status(&staff, id, "replied").await;
    }
    let staff = server.editor().await;
    let results = staff.json("/api/contacts/results").await;
    let all = json!({
        "received": 4, "talking": 3, "proposal": 2, "won": 1, "lost": 1, "value_cents": 500,
        "answered": 3, "median_minutes": 30,
    });
    assert_eq!(results["all"], all);
    assert_eq!(results["lost_reasons"], json!([{"reason": "price", "count": 1}]));
    assert_eq!(results["won"], json!({"count": 2, "value_cents": 1500}), "by the day of the outcome");
    let people = results["by_person"].as_array().unwrap();
    let person = |name: &str| people.iter().find(|found| found["name"] == name).expect("a person").clone();
    // Each was answered by the same person, who became the assignee.
    assert_eq!((&person("")["received"], &person("Pessoa de Teste")["received"]), (&json!(1), &json!(3)));
    assert_eq!(person("Pessoa de Teste")["median_minutes"], 30);
    assert_eq!(results["by_source"][0]["received"], 4);
    assert_eq!(results["by_service"][0]["received"], 4);
    assert_eq!(staff.json("/api/contacts/results?period=90").await["all"]["received"], 5);
    assert_eq!(staff.get("/api/contacts/results?period=31").await.status(), StatusCode::BAD_REQUEST);
}
